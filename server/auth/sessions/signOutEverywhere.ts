import "server-only";
import type { SignedOutEverywhere, SignOutEverywhereQuery } from "#lib/contracts/settings.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { endTokensOf } from "./endTokensOf.ts";
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
    const by = { actorId: request.actor.id, at: now };
    const tokensEnded = tokens === "end" ? await endTokensOf(tx, request.actor.id, by) : 0;
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
