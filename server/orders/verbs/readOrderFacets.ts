import "server-only";
import { arrayContains, asc, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrderFacets } from "#lib/contracts/order.ts";
import { ROLES } from "#lib/contracts/role.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";

/** Tags are those of so many of the newest orders: the ones that are in use. */
const TAGS_OF = 3_000;
const TAGS_OFFERED = 200;
/** Whose members place orders; of custom roles, those of the environment. */
const BUYERS = ROLES.filter((role) => permits({ role }, "orders.place"));

const grantColumns = { sandbox: customRoles.sandboxGrants, production: customRoles.productionGrants };

const currenciesSchema = z.array(z.object({ currency: z.string() }));
const tagsSchema = z.array(z.object({ tag: z.string() }));

/**
 * What the filters of the list of orders offer: members who place orders, currencies of the ledger, tags in use.
 * @throws AppError `forbidden`.
 */
export async function readOrderFacets(request: MemberRequest): Promise<OrderFacets> {
  requirePermission(request, "orders.read");
  const { db, environment } = request;
  const [people, currencies, tags] = await Promise.all([
    db
      .select({ id: members.id, name: members.name })
      .from(members)
      .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
      .where(or(inArray(members.role, BUYERS), arrayContains(grantColumns[environment], ["orders.place"])))
      .orderBy(asc(members.name)),
    // From one currency of the index to the next.
    db.execute(sql`
      with recursive each (currency) as (
        select min(currency) from order_search where environment = ${environment}
        union all
        select (select min(currency) from order_search where environment = ${environment} and currency > each.currency)
        from each where each.currency is not null)
      select currency from each where currency is not null`),
    db.execute(sql`
      select tag from (
        select tags from orders where environment = ${environment} order by created_at desc, id desc limit ${TAGS_OF}) as newest, unnest(tags) as tag
      group by tag order by count(*) desc, tag limit ${TAGS_OFFERED}`),
  ]);
  return {
    members: people,
    currencies: currenciesSchema.parse(currencies.rows).map(({ currency }) => currency),
    tags: tagsSchema
      .parse(tags.rows)
      .map(({ tag }) => tag)
      .toSorted(),
  };
}
