import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import { CHANGE_KINDS } from "#lib/contracts/catalog/changeKinds.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AffectingChange } from "#lib/notices/ownChanges.ts";
import type { Transaction } from "#server/db/connect.ts";
import { productIdsOfLines } from "#server/db/productIdsOfLines.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { AWAITS_APPROVAL, drafts, orders } from "#server/db/schema/orders.ts";
import { RESTOCKED_PRODUCTS } from "#server/db/restockedProducts.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";

const rowsSchema = z.array(
  z.object({
    thing: z.enum(AFFECTED_THINGS),
    memberId: z.uuid().nullable(),
    productId: z.coerce.number(),
    name: z.string(),
    kinds: z.array(z.enum(CHANGE_KINDS)),
  }),
);

/** Those of the changes `which` that affect something of a member's or of the team's, with whose it is, in the order of the changes. */
export async function readAffecting(
  tx: Transaction,
  environment: Environment,
  which: SQL | undefined,
): Promise<AffectingChange[]> {
  const { rows } = await tx.execute(sql`with things as materialized (${ownedProducts(environment)})
    select things.thing, things.member_id as "memberId", ${catalogChanges.productId} as "productId",
      ${catalogChanges.after} ->> 'name' as name, ${catalogChanges.kinds} as kinds
    from ${catalogChanges} join things on things.product_id = ${catalogChanges.productId}
    where ${which} order by ${catalogChanges.id}`);
  return rowsSchema.parse(rows);
}

/** The products of every favourite, draft, template, restock rule and order that waits for approval. */
function ownedProducts(environment: Environment): SQL {
  const ofDrafts = productIdsOfLines(sql`${drafts.draft} -> 'lines'`);
  const ofTemplates = productIdsOfLines(sql`${orderTemplates.content} -> 'lines'`);
  return sql`
    select 'favourites' as thing, case when ${favourites.shared} then null else ${favourites.memberId} end as member_id,
      ${favourites.productId} as product_id
    from ${favourites} where ${favourites.environment} = ${environment}
    union select 'drafts', case when ${drafts.shared} then null else ${drafts.memberId} end, ${ofDrafts}
    from ${drafts} where ${drafts.environment} = ${environment} and ${drafts.deletedAt} is null
    union select 'templates', null::uuid, ${ofTemplates}
    from ${orderTemplates} where ${orderTemplates.environment} = ${environment}
    union select 'rules', ${restockRules.ownerId}, ${RESTOCKED_PRODUCTS}
    from ${restockRules} where ${restockRules.environment} = ${environment} and ${restockRules.deletedAt} is null
    union select 'approvals', ${orders.placedBy}, ${productIdsOfLines(sql`${orders.lines}`)}
    from ${orders} where ${orders.environment} = ${environment} and ${AWAITS_APPROVAL}`;
}
