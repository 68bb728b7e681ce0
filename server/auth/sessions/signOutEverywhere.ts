import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { SignedOutEverywhere, SignOutEverywhereQuery } from "#lib/contracts/settings.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { lockMember } from "./lockMember.ts";
import { revokeSessionsOf } from "./revokeSessionsOf.ts";

/**
 * Ends all of the member's own sessions, including this one, and with `tokens` the access tokens that act as the member. Audited, each
 * token too.
 */
export async function signOutEverywhere(
  request: MemberRequest,
  { tokens }: SignOutEverywhereQuery,
): Promise<SignedOutEverywhere> {
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockMember(tx, request.actor.id);
    const sessionsEnded = await revokeSessionsOf(tx, request.actor.id, now);
    const tokensEnded = tokens === "end" ? await endOwnTokens(tx, request) : 0;
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.signed-out-everywhere",
      memberId: request.actor.id,
      details: { sessionsEnded, tokensEnded },
    });
    return { sessionsEnded, tokensEnded };
  });
}

async function endOwnTokens(tx: Transaction, { actor, clock }: MemberRequest): Promise<number> {
  const at = clock.now();
  const ended = await tx
    .update(accessTokens)
    .set({ revokedAt: at })
    .where(and(eq(accessTokens.memberId, actor.id), isNull(accessTokens.revokedAt)))
    .returning({ name: accessTokens.name });
  for (const { name } of ended) {
    const details = { name };
    await recordAudit(tx, { at, actorId: actor.id, action: "token.revoked", memberId: actor.id, details });
  }
  return ended.length;
}
