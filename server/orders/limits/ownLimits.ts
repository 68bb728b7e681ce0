import "server-only";
import { eq } from "drizzle-orm";
import type { LimitAmounts } from "#lib/contracts/team/limits.ts";
import type { Spender } from "#lib/orders/limits/limitAmong.ts";
import { isRaised } from "#lib/orders/limits/spendingLimit.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { ownTokenMembers } from "#server/context/ownTokenMembers.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { limitOf } from "./limitInForce.ts";

type Limit = LimitAmounts | null;
/** What a member may spend in a currency: as themselves, and with each service token that they created. */
export type OwnLimits = { own: Limit; ofTokens: readonly Limit[] };

/** With the role that they have by now: they may have given themselves another one since the request began. */
export async function readOwnLimits(
  tx: Transaction,
  request: MemberRequest,
  currency: string,
): Promise<OwnLimits> {
  const { actor } = request;
  const limit = (spender: Spender) => limitOf(tx, request.environment, spender, currency);
  const [now] = await tx.select({ role: members.role }).from(members).where(eq(members.id, actor.id));
  const own = await limit({ id: actor.id, role: now?.role ?? actor.role });
  const ofTokens: Limit[] = [];
  for (const spender of await ownTokenMembers(tx, actor.id, request.clock.now())) {
    ofTokens.push(await limit(spender));
  }
  return { own, ofTokens };
}

/**
 * Refuses a change by which members raise what they may spend without approval: their own limit, or that of a service token that
 * they created beyond their own.
 * @throws AppError `forbidden`.
 */
export function refuseRaised(before: OwnLimits, after: OwnLimits): void {
  if (isRaised(before.own, after.own)) {
    throw new AppError(
      "forbidden",
      "You can't raise or remove your own spending limit. Ask another member who manages the team.",
    );
  }
  const isBeyond = (limit: Limit, index: number) =>
    isRaised(before.ofTokens[index] ?? null, limit) && isRaised(after.own, limit);
  if (after.ofTokens.some(isBeyond)) {
    throw new AppError(
      "forbidden",
      "A service token that you created would get a higher spending limit than you have. Ask another member who manages the team.",
    );
  }
}
