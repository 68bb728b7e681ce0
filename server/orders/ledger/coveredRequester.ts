import "server-only";
import { and, eq, inArray, or, exists } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { coveredBy } from "#server/context/coveredBy.ts";
import { members } from "#server/db/schema/members.ts";
import { tokensBehind } from "./isOfOwnToken.ts";
import type { OrderRow } from "./ledgerRow.ts";

/**
 * The name of whoever confirmed an order, or made the service token that did, if this member stands in for them or has since then, and so
 * does not decide on it; null: they do not.
 */
export async function coveredRequester(
  { db, actor, clock }: MemberRequest,
  { placedBy, createdAt }: Pick<OrderRow, "placedBy" | "createdAt">,
): Promise<string | null> {
  if (placedBy === null || placedBy === actor.id) return null;
  const covered = await coveredBy(db, [actor.id], { since: createdAt, now: clock.now() });
  if (covered.length === 0) return null;
  const ids = covered.map(({ id }) => id);
  const [found] = await db
    .select({ name: members.name })
    .from(members)
    .where(
      and(
        inArray(members.id, ids),
        or(eq(members.id, placedBy), exists(tokensBehind(db, placedBy, members.id))),
      ),
    )
    .limit(1);
  return found?.name ?? null;
}
