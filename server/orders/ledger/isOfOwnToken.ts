import "server-only";
import { and, eq, type SQLWrapper } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** The service tokens, revoked and expired ones included, that a member created and an order was placed with. */
export function tokensBehind(db: Database, placedBy: string | SQLWrapper, createdBy: string | SQLWrapper) {
  return db
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.memberId, placedBy),
        eq(accessTokens.kind, "service"),
        eq(accessTokens.createdBy, createdBy),
      ),
    );
}

/** Whether the order was placed with a service token that the member created. */
export async function isOfOwnToken(
  { db, actor }: MemberRequest,
  { placedBy }: Pick<OrderRow, "placedBy">,
): Promise<boolean> {
  if (placedBy === null) return false;
  return (await tokensBehind(db, placedBy, actor.id).limit(1)).length > 0;
}
