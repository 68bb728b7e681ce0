import "server-only";
import { arrayContains, asc, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrderFacets } from "#lib/contracts/orders/order.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";

/** Only the tags of this many of the newest orders are offered: those that are in use. */
const TAGS_OF = 3_000;
const TAGS_OFFERED = 200;
/** The built-in roles whose members place orders. Of custom roles, those that may in this environment. */
const BUYERS = ROLES.filter((role) => permits({ role }, "orders.place"));

const grantColumns = { sandbox: customRoles.sandboxGrants, production: customRoles.productionGrants };

const currenciesSchema = z.array(z.object({ currency: z.string() }));
const tagsSchema = z.array(z.object({ tag: z.string() }));

/**
 * The choices for the filters of the list of orders: members who place orders, currencies of the ledger, tags in use.
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
    // Jumps from one currency of the index to the next (a loose index scan).
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
