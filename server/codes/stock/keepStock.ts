import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { orderStock, productStock, stockTouched } from "#server/db/schema/stock.ts";
import { COUNTED_COLUMNS, countedStock, COUNTS } from "./countedStock.ts";

type Keeping = Pick<Program, "db" | "clock">;

/** Advisory lock for counting the stock. The number is arbitrary. */
const STOCK_LOCK = 2_026_112_801;

const rowsSchema = z.array(z.object({ order_row: z.uuid() }));

/** The orders that have to be counted again: something has happened to their codes, or the last day of some is over. */
export async function readOrdersToCount(db: Database | Transaction, today: string): Promise<string[]> {
  const { rows } = await db.execute(sql`select order_row from ${stockTouched} ${andExpiring(today)}`);
  return rowsSchema.parse(rows).map((row) => row.order_row);
}

function andExpiring(today: string): SQL {
  return sql`union select order_row from ${orderStock} where next_expiry < ${today}::date`;
}

/**
 * Counts the orders again whose codes have changed, and corrects the sums of their products. Returns how many there were; 0 also while another
 * instance does this.
 */
export function foldStock(program: Keeping): Promise<number> {
  const today = dayOf(program.clock.now(), "UTC");
  return whileFirst(program, async (tx) => {
    const { rows } = await tx.execute(sql`with taken as (delete from ${stockTouched} returning order_row)
      select order_row from taken ${andExpiring(today)}`);
    const ids = rowsSchema.parse(rows).map((row) => row.order_row);
    if (ids.length > 0) await countAgain(tx, sql`select unnest(${sql.param(ids)}::uuid[])`, today);
    return ids.length;
  });
}

/** Counts all orders again, from the codes alone: what an ignored error of a trigger left out is right again. */
export function recountStock(program: Keeping): Promise<number> {
  const today = dayOf(program.clock.now(), "UTC");
  return whileFirst(program, async (tx) => {
    await tx.execute(sql`delete from ${stockTouched}`);
    await tx.execute(sql`delete from ${orderStock}`);
    await tx.execute(sql`delete from ${productStock}`);
    await countAgain(tx, sql`select distinct order_row from ${codeFingerprints}`, today);
    return 1;
  });
}

/** Readers add the touched orders to the sums, so both change in one transaction, which sees one moment of the codes. */
function whileFirst({ db }: Keeping, work: (tx: Transaction) => Promise<number>): Promise<number> {
  return db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(${STOCK_LOCK}) as locked`,
      );
      return rows[0]?.locked === true ? work(tx) : 0;
    },
    { isolationLevel: "repeatable read" },
  );
}

async function countAgain(tx: Transaction, orderRows: SQL, today: string): Promise<void> {
  await tx.execute(
    sql`with earlier as (delete from ${orderStock} where order_row in (${orderRows}) returning *) ${addToProducts("earlier", -1)}`,
  );
  await tx.execute(sql`with counted as (
      insert into ${orderStock} (${COUNTED_COLUMNS}) ${countedStock(orderRows, today)} returning *
    ) ${addToProducts("counted", 1)}`);
}

function addToProducts(rows: "earlier" | "counted", sign: 1 | -1): SQL {
  const columns = COUNTS.map((name) => sql.identifier(name));
  const sums = columns.map((name) => sql`${sign}::bigint * sum(${name})`);
  const added = columns.map((name) => sql`${name} = kept.${name} + excluded.${name}`);
  return sql`insert into ${productStock} as kept (environment, product_id, product_name, ${listed(columns.map((name) => sql`${name}`))})
    select environment, product_id, max(product_name), ${listed(sums)} from ${sql.identifier(rows)} group by environment, product_id
    on conflict (environment, product_id) do update
      set product_name = coalesce(excluded.product_name, kept.product_name), ${listed(added)}`;
}

function listed(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `);
}
