import "server-only";
import { eq } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/** Who decided, as the audit log names it. */
export const BY_PROVIDER = { by: "identity provider" };

/**
 * Disables a member for whom the identity provider does not vouch any more, until it does again, and ends their sessions; audited. The
 * caller holds the member's row.
 */
export async function disableByProvider(
  tx: Transaction,
  memberId: string,
  now: Instant,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx
    .update(members)
    .set({ disabledAt: now, disabledByProvider: true, updatedAt: now })
    .where(eq(members.id, memberId));
  const sessionsEnded = await revokeSessionsOf(tx, memberId, now);
  await recordAudit(tx, {
    at: now,
    action: "member.disabled",
    memberId,
    details: { sessionsEnded, ...details, ...BY_PROVIDER },
  });
}
