import "server-only";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AffectedThing } from "#lib/contracts/catalog/changeFilters.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { sharedRead } from "#server/db/sharedRead.ts";
import { draftsVisibleTo } from "#server/db/draftsVisibleTo.ts";
import { productIdsOfLines } from "#server/db/productIdsOfLines.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { AWAITS_APPROVAL, drafts, orders } from "#server/db/schema/orders.ts";
import { RESTOCKED_PRODUCTS } from "#server/db/restockedProducts.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";

/** The products of everything that a change can affect. */
export type AffectedProducts = ReadonlyMap<AffectedThing, ReadonlySet<number>>;

/** The products of what this member may see in the environment: favourites, drafts, templates, restock rules, orders that wait for approval. */
export function readAffectedProducts({ db, environment, actor }: MemberRequest): Promise<AffectedProducts> {
  const [mayPlace, mayRead] = [permits(actor, "orders.place"), permits(actor, "orders.read")];
  const maySeeStock = permits(actor, "stock.read");
  return readShared(db, { environment, memberId: actor.id, mayPlace, mayRead, maySeeStock });
}

type Question = {
  environment: Environment;
  memberId: string;
  mayPlace: boolean;
  mayRead: boolean;
  maySeeStock: boolean;
};

/** The page reads its list and its filters at once, and both need them. */
const readShared = sharedRead(
  ({ environment, memberId, mayPlace, mayRead, maySeeStock }: Question) =>
    JSON.stringify([environment, memberId, mayPlace, mayRead, maySeeStock]),
  readEach,
);

async function readEach(
  db: Database,
  { environment, memberId, mayPlace, mayRead, maySeeStock }: Question,
): Promise<AffectedProducts> {
  const rows = await Promise.all([
    db
      .select({ id: favourites.productId })
      .from(favourites)
      .where(
        and(
          eq(favourites.environment, environment),
          or(favourites.shared, eq(favourites.memberId, memberId)),
        ),
      ),
    mayPlace
      ? db
          .selectDistinct({ id: productIdsOfLines(sql`${drafts.draft} -> 'lines'`) })
          .from(drafts)
          .where(draftsVisibleTo(memberId, environment))
      : [],
    mayPlace
      ? db
          .selectDistinct({ id: productIdsOfLines(sql`${orderTemplates.content} -> 'lines'`) })
          .from(orderTemplates)
          .where(eq(orderTemplates.environment, environment))
      : [],
    maySeeStock
      ? db
          .selectDistinct({ id: RESTOCKED_PRODUCTS.mapWith(Number) })
          .from(restockRules)
          .where(and(eq(restockRules.environment, environment), isNull(restockRules.deletedAt)))
      : [],
    mayRead
      ? db
          .selectDistinct({ id: productIdsOfLines(sql`${orders.lines}`) })
          .from(orders)
          .where(and(eq(orders.environment, environment), AWAITS_APPROVAL))
      : [],
  ]);
  const [ofFavourites, ofDrafts, ofTemplates, ofRules, ofApprovals] = rows.map(
    (each) => new Set(each.map(({ id }) => id)),
  );
  const none = new Set<number>();
  return new Map<AffectedThing, ReadonlySet<number>>([
    ["favourites", ofFavourites ?? none],
    ["drafts", ofDrafts ?? none],
    ["templates", ofTemplates ?? none],
    ["rules", ofRules ?? none],
    ["approvals", ofApprovals ?? none],
  ]);
}
