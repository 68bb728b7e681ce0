import "server-only";
import { sql } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { spansOfLedger, type DaySpan } from "#server/db/spansOfLedger.ts";

/** Advisory lock for updating the figures. The number is arbitrary. */
const FIGURES_LOCK = 2_026_112_204;

/**
 * Adds the recorded changes to the figures of their days and removes them, in one statement, so that concurrent readers count
 * each change once. Returns how many there were; 0 also while another instance does this.
 */
export async function foldOrderChanges({ db }: Pick<Program, "db">): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await isFirst(tx))) return 0;
    const { rows } = await tx.execute<{ count: number }>(sql`
      with taken as (delete from order_day_changes returning *),
      days as (
        insert into order_days as kept (environment, day, currency, state, orders, price, delivered)
        select environment, day, currency, state, sum(orders), sum(price), sum(delivered) from taken group by 1, 2, 3, 4
        on conflict (environment, day, currency, state) do update
          set orders = kept.orders + excluded.orders, price = kept.price + excluded.price, delivered = kept.delivered + excluded.delivered),
      waits as (
        insert into order_waits as kept (environment, day, wait, orders)
        select environment, day, wait, sum(orders) from taken where wait is not null group by 1, 2, 3
        on conflict (environment, day, wait) do update set orders = kept.orders + excluded.orders)
      select count(*)::int as count from taken`);
    return rows[0]?.count ?? 0;
  });
}

/**
 * Recounts all figures from the ledger at one moment; later changes are added as usual. The result should never differ: this
 * is done every night so that no difference lasts.
 */
export async function recountOrderDays({ db }: Pick<Program, "db">): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      if (!(await isFirst(tx))) return false;
      await tx.execute(sql`delete from order_day_changes`);
      await tx.execute(sql`delete from order_days`);
      await tx.execute(sql`delete from order_waits`);
      for (const span of await spansOfLedger(tx)) await recountSpan(tx, span);
      return true;
    },
    // One snapshot for the ledger and for the recorded changes.
    { isolationLevel: "repeatable read" },
  );
}

async function recountSpan(tx: Transaction, { from, to }: DaySpan): Promise<void> {
  const within = sql`environment in ('sandbox', 'production')
    and created_at >= ${`${from}T00:00:00Z`}::timestamptz and created_at < ${`${to}T00:00:00Z`}::timestamptz`;
  await tx.execute(sql`
    insert into order_days (environment, day, currency, state, orders, price, delivered)
    select environment, (created_at at time zone 'UTC')::date, coalesce(currency, ''), state, count(*), sum(coalesce(price, 0)),
      sum(coalesce(delivered, 0))
    from orders where ${within} group by 1, 2, 3, 4`);
  await tx.execute(sql`
    insert into order_waits (environment, day, wait, orders)
    select environment, (created_at at time zone 'UTC')::date, wait, count(*)
    from orders, lateral order_wait(origin, state, created_at, finished_at) as wait where ${within} and wait is not null group by 1, 2, 3`);
}

async function isFirst(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FIGURES_LOCK}) as locked`,
  );
  return rows[0]?.locked === true;
}
