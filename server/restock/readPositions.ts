import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Environment } from "#lib/contracts/environment.ts";
import type { RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { GIVEN_UP } from "#lib/orders/lifecycle/stateSets.ts";
import { readCounts } from "#server/codes/stock/readCounts.ts";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { codeFingerprints, drafts, orders } from "#server/db/schema/orders.ts";
import { restockRuns } from "#server/db/schema/restock.ts";

export type Position = RestockRule["position"];

/** Within a transaction, all of it is read as it was at one moment. */
type Reading = Pick<Program, "clock"> & { db: Database | Transaction };

const sumsSchema = z.array(z.object({ product: z.coerce.number(), codes: z.coerce.number() }));

/**
 * What is there and comes of products, in a fixed number of statements whatever their number: codes that nobody has seen, those of orders
 * that are on their way or wait for approval and are not delivered yet, and those in drafts that restock rules have made.
 */
export async function readPositions(
  { db, clock }: Reading,
  environment: Environment,
  productIds: readonly number[],
): Promise<Map<number, Position>> {
  if (productIds.length === 0) return new Map();
  const asked = { db, clock, environment };
  const stock = await readCounts(asked, { productIds, take: productIds.length + 1 });
  const ordered = await readOrdered(asked, productIds);
  const proposed = await readProposed(asked, productIds);
  const untouched = new Map(stock.map((row) => [row.product_id, row.untouched]));
  return new Map(
    productIds.map((id) => [
      id,
      { untouched: untouched.get(id) ?? 0, ordered: ordered.get(id) ?? 0, proposed: proposed.get(id) ?? 0 },
    ]),
  );
}

type Asked = Reading & { environment: Environment };

async function readOrdered(
  { db, environment }: Asked,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  // An order is looked after as long as it may still bring codes.
  const { rows } = await db.execute(sql`
    select line.product, sum(greatest(0, line.quantity - (
        select count(*) from ${codeFingerprints} code
        where code.order_row = open.id and code.missing_since is null
          and coalesce(code.product_id, case when jsonb_array_length(open.lines) = 1 then line.product end) = line.product
      ))) as codes
    from (
      select id, lines from ${orders} where environment = ${environment} and state = 'awaiting_approval'
      union all
      select id, lines from ${orders} where environment = ${environment} and next_action_at is not null
        and state <> all(${sql.param([...GIVEN_UP, "awaiting_approval"])}::text[])
    ) as open, lateral (
      select (each ->> 'productId')::bigint as product, sum((each ->> 'quantity')::int) as quantity
      from jsonb_array_elements(open.lines) as each group by 1
    ) as line
    where line.product = any(${sql.param([...productIds])}::bigint[])
    group by line.product`);
  return sumsOf(rows);
}

async function readProposed(
  { db, environment }: Asked,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.execute(sql`
    select (line ->> 'productId')::bigint as product,
      sum(case when line ->> 'quantity' ~ '^[0-9]{1,6}$' then (line ->> 'quantity')::int else 0 end) as codes
    from ${drafts} draft, jsonb_array_elements(draft.draft -> 'lines') as line
    where draft.environment = ${environment} and draft.deleted_at is null
      and exists (select from ${restockRuns} run where run.draft_id = draft.id)
      and (line ->> 'productId')::bigint = any(${sql.param([...productIds])}::bigint[])
    group by 1`);
  return sumsOf(rows);
}

function sumsOf(rows: unknown): Map<number, number> {
  return new Map(sumsSchema.parse(rows).map(({ product, codes }) => [product, codes]));
}
