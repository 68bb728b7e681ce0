import "server-only";
import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { AffectedThing } from "#lib/contracts/changeFilters.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { draftsVisibleTo } from "#server/db/draftsVisibleTo.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { AWAITS_APPROVAL, drafts, orders } from "#server/db/schema/orders.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";

/** The products of everything that a change can affect. */
export type AffectedProducts = ReadonlyMap<AffectedThing, ReadonlySet<number>>;

const productIds = (lines: SQL) =>
  sql<number>`distinct (jsonb_path_query(${lines}, '$[*].productId') #>> '{}')::bigint`.mapWith(Number);

/** The products of what this member may see in the environment: favourites, drafts, templates, orders that wait for approval. */
export async function readAffectedProducts(request: MemberRequest): Promise<AffectedProducts> {
  const { db, environment, actor } = request;
  const mayPlace = permits(actor, "orders.place");
  const rows = await Promise.all([
    db
      .select({ id: favourites.productId })
      .from(favourites)
      .where(
        and(
          eq(favourites.environment, environment),
          or(favourites.shared, eq(favourites.memberId, actor.id)),
        ),
      ),
    mayPlace
      ? db
          .select({ id: productIds(sql`${drafts.draft} -> 'lines'`) })
          .from(drafts)
          .where(draftsVisibleTo(actor.id, environment))
      : [],
    mayPlace
      ? db
          .select({ id: productIds(sql`${orderTemplates.content} -> 'lines'`) })
          .from(orderTemplates)
          .where(eq(orderTemplates.environment, environment))
      : [],
    permits(actor, "orders.read")
      ? db
          .select({ id: productIds(sql`${orders.lines}`) })
          .from(orders)
          .where(and(eq(orders.environment, environment), AWAITS_APPROVAL))
      : [],
  ]);
  const [ofFavourites, ofDrafts, ofTemplates, ofApprovals] = rows.map(
    (each) => new Set(each.map(({ id }) => id)),
  );
  const none = new Set<number>();
  return new Map<AffectedThing, ReadonlySet<number>>([
    ["favourites", ofFavourites ?? none],
    ["drafts", ofDrafts ?? none],
    ["templates", ofTemplates ?? none],
    ["approvals", ofApprovals ?? none],
  ]);
}
