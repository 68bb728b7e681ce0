import "server-only";
import { and, eq, gte, isNull, lte } from "drizzle-orm";
import type { z } from "zod";
import { MAX_COVER_DAYS, type CoverView, type nameDeputySchema } from "#lib/contracts/team/cover.ts";
import { hasDuty, sharesDuty } from "#lib/members/duties.ts";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import { addDays, dayOf } from "#lib/time/calendarDays.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { authoriseTeamChange, readRoleOf, requireHolding } from "#server/context/teamAuthority.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { covers } from "#server/db/schema/approvals.ts";
import { members } from "#server/db/schema/members.ts";
import { listCover } from "./listCover.ts";

type Named = z.output<typeof nameDeputySchema>;

/**
 * Has another member stand in for the actor on some days (UTC), or for another member if the actor manages the team: not the actor
 * themselves, because nobody gives themselves what others decide. The deputy must hold a duty of the member. One deputy at a time. Audited.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation`; `conflict` if there is a deputy on one of these days.
 */
export async function nameDeputy(request: MemberRequest, input: Named): Promise<CoverView> {
  await requireRecentSignIn(request);
  const { actor, clock, db } = request;
  const now = clock.now();
  const memberId = input.memberId ?? actor.id;
  const { deputyId, from, to } = input;
  requireDays(input, dayOf(now, "UTC"));
  if (memberId === deputyId)
    throw wrong("deputyId", "Nobody stands in for themselves. Choose another member.");
  await db.transaction(async (tx) => {
    // One deputy at a time, over all instances.
    await lockUntilCommit(tx, "covers");
    if (memberId !== actor.id) await requireOthers(tx, request, memberId, deputyId);
    const deputyName = await requireAble(tx, memberId, deputyId);
    await refuseSecond(tx, memberId, input);
    await tx
      .insert(covers)
      .values({ memberId, deputyId, startsOn: from, endsOn: to, createdAt: now, createdBy: actor.id });
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: "cover.named",
      memberId,
      details: { deputy: deputyName, deputyId, from, to },
    });
  });
  return listCover(request);
}

function wrong(field: string, message: string): AppError {
  return new AppError("validation", message, { fields: { [field]: message } });
}

function requireDays({ from, to }: Named, today: string): void {
  if (to < today) throw wrong("to", "The last day is over. Days are in UTC.");
  if (from > addDays(today, MAX_COVER_DAYS)) throw wrong("from", "The first day is more than a year away.");
}

async function requireOthers(
  tx: Transaction,
  request: MemberRequest,
  memberId: string,
  deputyId: string,
): Promise<void> {
  const authority = await authoriseTeamChange(tx, request);
  requireHolding(authority, await readRoleOf(tx, memberId));
  if (deputyId === request.actor.id)
    throw new AppError(
      "forbidden",
      "You can't make yourself a deputy. The member names you, or another member who manages the team.",
    );
}

/** Returns the deputy's name. */
async function requireAble(tx: Transaction, memberId: string, deputyId: string): Promise<string> {
  const [member, deputy] = [await readRoleOf(tx, memberId), await readRoleOf(tx, deputyId)];
  if (!member.isActive) throw wrong("memberId", "This member doesn't exist or is disabled. Reload the page.");
  if (!hasDuty(member.grants))
    throw wrong(
      "memberId",
      "There is nothing to stand in for: only members who approve orders or release codes name a deputy.",
    );
  const [row] = await tx
    .select({ name: members.name, email: members.email })
    .from(members)
    .where(eq(members.id, deputyId));
  if (row === undefined || !deputy.isActive || isServiceAddress(row.email))
    throw wrong("deputyId", "This member doesn't exist or is disabled. Reload the page.");
  if (!sharesDuty(member.grants, deputy.grants))
    throw wrong(
      "deputyId",
      `${row.name} may not decide on any of it: a deputy must be allowed to approve or release too.`,
    );
  return row.name;
}

async function refuseSecond(tx: Transaction, memberId: string, { from, to }: Named): Promise<void> {
  const [other] = await tx
    .select({ from: covers.startsOn, to: covers.endsOn })
    .from(covers)
    .where(
      and(
        eq(covers.memberId, memberId),
        isNull(covers.endedAt),
        lte(covers.startsOn, to),
        gte(covers.endsOn, from),
      ),
    )
    .limit(1);
  if (other === undefined) return;
  throw new AppError(
    "conflict",
    `There is a deputy already from ${dayInWords(other.from)} to ${dayInWords(other.to)} (UTC). End that cover first.`,
  );
}
