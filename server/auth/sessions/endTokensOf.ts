import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";

/**
 * Revokes the access tokens that act as a member: their next calls are refused. Each is audited. Returns how many there were.
 * @param by who does it; null: the operator.
 */
export async function endTokensOf(
  tx: Transaction,
  memberId: string,
  { actorId, at }: { actorId: string | null; at: Instant },
): Promise<number> {
  const ended = await tx
    .update(accessTokens)
    .set({ revokedAt: at })
    .where(and(eq(accessTokens.memberId, memberId), isNull(accessTokens.revokedAt)))
    .returning({ name: accessTokens.name });
  for (const { name } of ended)
    await recordAudit(tx, { at, actorId, action: "token.revoked", memberId, details: { name } });
  return ended.length;
}
