import "server-only";
import { and, eq, inArray, or } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";

/**
 * The members whose codes count together with those of a member: the service tokens that they created, and for the member of a
 * service token its maker with all of theirs. Otherwise every further token would be a further budget of one person. Revoked and
 * expired tokens are included.
 */
export async function countedWith(tx: Transaction, memberId: string): Promise<string[]> {
  const isService = eq(accessTokens.kind, "service");
  const makers = tx
    .select({ id: accessTokens.createdBy })
    .from(accessTokens)
    .where(and(isService, eq(accessTokens.memberId, memberId)));
  const tokens = await tx
    .select({ tokenMember: accessTokens.memberId, maker: accessTokens.createdBy })
    .from(accessTokens)
    .where(and(isService, or(eq(accessTokens.createdBy, memberId), inArray(accessTokens.createdBy, makers))));
  return [...new Set([memberId, ...tokens.flatMap(({ tokenMember, maker }) => [tokenMember, maker])])];
}
