import "server-only";
import { and, eq, gt, gte, lte, sql } from "drizzle-orm";
import type { CodeSettings } from "#lib/contracts/codes/codes.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { isBeyondDay } from "./isBeyondDay.ts";
import { mostWithinHour } from "./revealBudget.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

const SHARED =
  " Those of accounts that the same member added, invited or reset count together until each has become its owner's own.";

/** Says why a second member is needed, to a member who would take more than `most` codes within a day. */
export function releaseNeeded(most: number, beyond: "own" | "shared"): string {
  return `Taking more than ${counted(most, "code", "codes")} within 24 hours needs a release by a second member.${beyond === "shared" ? SHARED : ""}`;
}

/** Code numbers of an order, from `first` on. */
export type Chosen = { first: number; count: number };

/**
 * The release that an export or a reveal requires. Null if it requires none, because the member has taken no more codes in a day, by
 * exports, reveals and hand-outs together, than the account allows, and the codes fit into the hourly budget. Call in the transaction
 * that records it, with the budget locked.
 * @param chosen the codes that a release has to be for; by a search, all that the order has.
 * @param further how many codes it is about, of those.
 * @param isFile a whole file can be released beyond the budget; what is shown page by page has to fit into it.
 * @param askedOn where the member asks for a release.
 * @throws AppError `release-required`.
 */
export async function requireRelease(
  tx: Transaction,
  request: MemberRequest,
  row: OrderRow,
  { first, count }: Chosen,
  { releaseOver }: Pick<CodeSettings, "releaseOver">,
  {
    further = count,
    isFile = true,
    askedOn = "here",
  }: { further?: number; isFile?: boolean; askedOn?: string } = {},
): Promise<string | null> {
  const isBeyondBudget = isFile && count > mostWithinHour(request);
  const beyondDay = releaseOver === null ? null : await isBeyondDay(tx, request, further, releaseOver);
  if (!isBeyondBudget && beyondDay === null) return null;
  const [release] = await tx
    .select({ id: exportReleases.id })
    .from(exportReleases)
    .where(
      and(
        eq(exportReleases.orderRow, row.id),
        eq(exportReleases.requestedBy, request.actor.id),
        eq(exportReleases.state, "released"),
        gt(exportReleases.validUntil, request.clock.now()),
        lte(exportReleases.first, first),
        gte(sql`${exportReleases.first} + ${exportReleases.count}`, first + count),
      ),
    )
    .limit(1)
    .for("update");
  if (release !== undefined) return release.id;
  const why =
    releaseOver === null || beyondDay === null
      ? `You may reveal ${counted(mostWithinHour(request), "code", "codes")} an hour, and these are ${formatCount(count)}. A second member has to release this export.`
      : releaseNeeded(releaseOver, beyondDay);
  throw new AppError("release-required", `${why} Ask for it ${askedOn}.`);
}

/**
 * A release is for one complete file: of several downloads at the same time, the first one to end.
 * @throws AppError `conflict`.
 */
export async function markReleaseUsed(tx: Transaction, releaseId: string): Promise<void> {
  const [used] = await tx
    .update(exportReleases)
    .set({ state: "used" })
    .where(and(eq(exportReleases.id, releaseId), eq(exportReleases.state, "released")))
    .returning({ id: exportReleases.id });
  if (!used) throw new AppError("conflict", "Another download has used this release already.");
}
