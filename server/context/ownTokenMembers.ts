import "server-only";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * The members of the service tokens that a member created and that can place orders, disabled ones included: whoever has the token
 * spends by their limits.
 */
export function ownTokenMembers(
  tx: Transaction,
  createdBy: string,
  now: Instant,
): Promise<{ id: string; role: RoleId }[]> {
  return tx
    .select({ id: members.id, role: members.role })
    .from(accessTokens)
    .innerJoin(members, eq(members.id, accessTokens.memberId))
    .where(
      and(
        eq(accessTokens.createdBy, createdBy),
        eq(accessTokens.kind, "service"),
        sql`'orders.place' = any(${accessTokens.scopes})`,
        isNull(accessTokens.revokedAt),
        gt(accessTokens.expiresAt, now),
      ),
    )
    .orderBy(asc(members.id));
}
