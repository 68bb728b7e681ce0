import "server-only";
import { and, eq } from "drizzle-orm";
import type { LimitAmounts, LimitsView, LimitSubject, SetLimitRequest } from "#lib/contracts/team/limits.ts";
import type { Spender } from "#lib/orders/limits/limitAmong.ts";
import { isRaised } from "#lib/orders/limits/spendingLimit.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { everybodyIsFree, refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import {
  authoriseTeamChange,
  findRole,
  readRoleOf,
  requireHolding,
  type HeldRole,
} from "#server/context/teamAuthority.ts";
import { AppError } from "#server/context/errors.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";
import { readLimits } from "./listLimits.ts";
import { limitOf } from "./limitInForce.ts";
import { readOwnLimits, refuseRaised } from "./ownLimits.ts";

/** The id of no member. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const NONE: LimitAmounts = { perOrder: null, perDay: null, perMonth: null };

/**
 * Sets what one member, or each member of a role, may spend in one currency without approval, in this environment. An amount that is
 * left out stays as another administrator may have set it a moment ago; null removes it. Applies to orders confirmed from then on.
 * Members cannot raise their own limits, nor those of their service tokens beyond their own. Audited with the previous values.
 * @throws AppError `forbidden`, also for a member or role with more permissions here than the actor; `reauthentication-required`, `not-found` for a member or role that does not exist.
 */
export async function setLimit(request: MemberRequest, input: SetLimitRequest): Promise<LimitsView> {
  requirePermission(request, "team.manage");
  await requireRecentSignIn(request);
  const { subject, currency } = input;
  const { environment, actor } = request;
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    // Changes of limits are serialised, so that the record of each has the previous values.
    await lockUntilCommit(tx, "limits");
    requireHolding(authority, await requireSubject(tx, subject), environment);
    const ownBefore = await readOwnLimits(tx, request, currency);
    const inForceBefore = await inForceFor(tx, request, subject, currency);
    const [known] = await tx
      .delete(orderLimits)
      .where(
        and(
          eq(orderLimits.environment, environment),
          eq(orderLimits.currency, currency),
          "memberId" in subject
            ? eq(orderLimits.memberId, subject.memberId)
            : eq(orderLimits.role, subject.role),
        ),
      )
      .returning();
    const before: LimitAmounts = known ?? NONE;
    const amounts = changedAmounts(before, input);
    if (!isSame(amounts, NONE)) {
      const row = { ...subject, ...amounts, environment, currency, updatedAt: now, updatedBy: actor.id };
      await tx.insert(orderLimits).values(row);
    }
    refuseRaised(ownBefore, await readOwnLimits(tx, request, currency));
    if (isRaised(inForceBefore, await inForceFor(tx, request, subject, currency)))
      await refuseSharedHands(request, tx, await membersOf(tx, subject), { isFree: everybodyIsFree });
    if (!isSame(amounts, before)) await recordChange(tx, request, { subject, currency, amounts, before });
    return readLimits(tx, request);
  });
}

function changedAmounts(before: LimitAmounts, given: SetLimitRequest): LimitAmounts {
  const { perOrder = before.perOrder, perDay = before.perDay, perMonth = before.perMonth } = given;
  return { perOrder, perDay, perMonth };
}

/** The role whose permissions decide who may set the limit: the member's own, or the one that it is for. */
async function requireSubject(tx: Transaction, subject: LimitSubject): Promise<HeldRole> {
  if ("memberId" in subject) {
    if ((await tx.$count(members, eq(members.id, subject.memberId))) > 0)
      return readRoleOf(tx, subject.memberId);
    throw new AppError("not-found", "This member doesn't exist. Reload the team.");
  }
  const role = await findRole(tx, subject.role);
  if (role !== null) return role;
  throw new AppError("not-found", "This role no longer exists. Reload the team.");
}

/** What is in force for the subject: for a member without limits of their own, those of their role. */
async function inForceFor(
  tx: Transaction,
  request: MemberRequest,
  subject: LimitSubject,
  currency: string,
): Promise<LimitAmounts | null> {
  const limit = (spender: Spender) => limitOf(tx, request.environment, spender, currency);
  if ("role" in subject) return limit({ id: NOBODY, role: subject.role });
  const [member] = await tx
    .select({ id: members.id, role: members.role })
    .from(members)
    .where(eq(members.id, subject.memberId));
  return member === undefined ? null : limit(member);
}

/** Whose limit it is: a raise is a decision on their orders. */
async function membersOf(tx: Transaction, subject: LimitSubject): Promise<string[]> {
  if ("memberId" in subject) return [subject.memberId];
  const rows = await tx.select({ id: members.id }).from(members).where(eq(members.role, subject.role));
  return rows.map(({ id }) => id);
}

function isSame(one: LimitAmounts, other: LimitAmounts): boolean {
  return one.perOrder === other.perOrder && one.perDay === other.perDay && one.perMonth === other.perMonth;
}

async function recordChange(
  tx: Transaction,
  request: MemberRequest,
  change: { subject: LimitSubject; currency: string; amounts: LimitAmounts; before: LimitAmounts },
): Promise<void> {
  const { subject, currency, amounts, before } = change;
  const { perOrder, perDay, perMonth } = before;
  await recordAudit(tx, {
    at: request.clock.now(),
    environment: request.environment,
    actorId: request.actor.id,
    action: "limit.changed",
    ...("memberId" in subject ? { memberId: subject.memberId } : {}),
    details: {
      ...("role" in subject ? { role: subject.role } : {}),
      currency,
      ...amounts,
      before: { perOrder, perDay, perMonth },
    },
  });
}
