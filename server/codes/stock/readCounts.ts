import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orderStock, productStock } from "#server/db/schema/stock.ts";
import { COUNTED_COLUMNS, countedStock, COUNTS } from "./countedStock.ts";
import { readOrdersToCount } from "./keepStock.ts";

const count = z.coerce.number().int();
const rowsSchema = z.array(
  z.object({
    product_id: z.coerce.number().int().nullable(),
    product_name: z.string().nullable(),
    delivered: count,
    untouched: count,
    revealed: count,
    exported: count,
    handed_out: count,
    disputed: count,
    expired: count,
    next_expiry: z.string().nullable(),
  }),
);
/** The counts of one product; of the codes whose product is not known, without one. */
export type StockRow = z.infer<typeof rowsSchema>[number];

/**
 * The counts of products, those with the most codes left first; before them those of codes whose product is not known. From kept sums, and the orders to whose
 * codes something has happened since: exact at any moment.
 * @param productIds only of these products.
 */
export async function readCounts(
  { db, environment, clock }: Pick<MemberRequest, "environment" | "clock"> & { db: Database | Transaction },
  { productIds, take }: { productIds?: readonly number[]; take: number },
): Promise<StockRow[]> {
  const today = dayOf(clock.now(), "UTC");
  const columns = COUNTS.map((name) => sql.identifier(name));
  const all = sql.join(columns, sql`, `);
  const sums = sql.join(
    columns.map((name) => sql`sum(${name})::text as ${name}`),
    sql`, `,
  );
  const negative = sql.join(
    columns.map((name) => sql`-${name}`),
    sql`, `,
  );
  const own =
    productIds === undefined ? sql`true` : sql`product_id = any(${sql.param([...productIds])}::bigint[])`;
  // What is touched after this is not older than the question. Its number decides how the rest is read best.
  const touched = sql`select unnest(${sql.param(await readOrdersToCount(db, today))}::uuid[])`;
  const { rows } = await db.execute(sql`
    with counted as materialized (select ${COUNTED_COLUMNS} from (${countedStock(touched, today)}) as now),
    every as (
      select product_id, product_name, ${all} from ${productStock} where environment = ${environment} and ${own}
      union all select product_id, product_name, ${all} from counted where environment = ${environment} and ${own}
      union all select product_id, product_name, ${negative} from ${orderStock}
        where environment = ${environment} and ${own} and order_row in (${touched})
    ),
    expiring as (
      select product_id, min(next_expiry) as next_expiry from (
        select product_id, next_expiry from ${orderStock}
          where environment = ${environment} and next_expiry >= ${today}::date and ${own} and order_row not in (${touched})
        union all select product_id, next_expiry from counted where environment = ${environment} and ${own}
      ) as days group by product_id
    )
    select summed.*, next_expiry::text from (
      select product_id, max(product_name) as product_name, ${sums} from every
      group by product_id having sum(delivered) > 0 or sum(handed_out) > 0 or sum(disputed) > 0
    ) as summed left join expiring on expiring.product_id is not distinct from summed.product_id
    order by summed.product_id is not null, (untouched::bigint + revealed::bigint + exported::bigint) desc, summed.product_id
    limit ${take}`);
  return rowsSchema.parse(rows);
}
