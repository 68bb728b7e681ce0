import "server-only";
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { CodeSettings } from "#lib/contracts/codes/codes.ts";
import { counted } from "#lib/text/counts.ts";
import { DAY } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { countedWith } from "#server/codes/countedWith.ts";
import { isBeyondDay } from "#server/codes/isBeyondDay.ts";
import { releaseNeeded } from "#server/codes/requireRelease.ts";
import { lockReveals, spendRevealBudget } from "#server/codes/revealBudget.ts";

const BEYOND = "codes.hand-outs-beyond-limit" as const;

/**
 * Admits a hand-out of `count` codes: within the day's limit they count against the hourly budgets; beyond it, the account's settings say
 * whether a second member has to have released them, and those who could are told either way. Returns the release that is used, or null.
 * Call in the transaction that records the hand-out.
 * @throws AppError `release-required`, `too-many`.
 */
export async function admitHandOut(
  tx: Transaction,
  request: MemberRequest,
  count: number,
  { releaseOver, handOutsNeedRelease }: CodeSettings,
): Promise<string | null> {
  await lockReveals(tx);
  const beyond = releaseOver === null ? null : await isBeyondDay(tx, request, count, releaseOver);
  if (releaseOver === null || beyond === null) {
    await spendRevealBudget(tx, request, count);
    return null;
  }
  const release = handOutsNeedRelease ? await spendRelease(tx, request, count) : null;
  if (handOutsNeedRelease && release === null) {
    const why = releaseNeeded(releaseOver, beyond);
    throw new AppError("release-required", `${why} ${await whatIsLeft(tx, request)}`);
  }
  // As with an export: what a second member has agreed to doesn't count against the budgets.
  if (release === null) await spendRevealBudget(tx, request, count);
  await tellWhoReleases(tx, request, releaseOver);
  return release;
}

/** The member's releases of hand-outs that can be used, the first to expire first. */
function usable({ environment, actor, clock }: MemberRequest) {
  return and(
    eq(exportReleases.environment, environment),
    isNull(exportReleases.orderRow),
    eq(exportReleases.requestedBy, actor.id),
    eq(exportReleases.state, "released"),
    gt(exportReleases.validUntil, clock.now()),
  );
}

/** Takes these codes from a release. Null: there is none that leaves as many. The caller holds the lock of reveals. */
async function spendRelease(tx: Transaction, request: MemberRequest, count: number): Promise<string | null> {
  const left = sql<number>`${exportReleases.count} - ${exportReleases.handedOut}`;
  const [release] = await tx
    .select({ id: exportReleases.id, left })
    .from(exportReleases)
    .where(and(usable(request), sql`${left} >= ${count}`))
    .orderBy(asc(exportReleases.validUntil), asc(exportReleases.id))
    .limit(1)
    .for("update");
  if (release === undefined) return null;
  await tx
    .update(exportReleases)
    .set({
      handedOut: sql`${exportReleases.handedOut} + ${count}`,
      ...(release.left === count ? { state: "used" as const } : {}),
    })
    .where(eq(exportReleases.id, release.id));
  return release.id;
}

/** What the member can do. */
async function whatIsLeft(tx: Transaction, request: MemberRequest): Promise<string> {
  const [most] = await tx
    .select({ codes: sql<number | null>`max(${exportReleases.count} - ${exportReleases.handedOut})` })
    .from(exportReleases)
    .where(usable(request));
  const left = most?.codes ?? 0;
  return left === 0
    ? "Ask for it here."
    : `Your release still covers ${counted(left, "code", "codes")}: hand out no more, or ask for another release here.`;
}

/** Records that a member has passed the limit by hand-outs, of which a notice is made: once for each member and day. */
async function tellWhoReleases(
  tx: Transaction,
  { actor, environment, clock }: MemberRequest,
  limit: number,
): Promise<void> {
  const now = clock.now();
  const [told] = await tx
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        gt(auditRecords.at, now - DAY),
        eq(auditRecords.environment, environment),
        eq(auditRecords.action, BEYOND),
        inArray(auditRecords.actorId, await countedWith(tx, actor.id)),
      ),
    )
    .limit(1);
  if (told !== undefined) return;
  await recordAudit(tx, {
    at: now,
    environment,
    actorId: actor.id,
    action: BEYOND,
    details: { codes: limit },
  });
}
