import "server-only";
import { sql, type SQL } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import { tryLockUntilCommit } from "#server/db/advisoryLock.ts";
import { spansOfLedger } from "#server/db/spansOfLedger.ts";

type Keeping = Pick<Program, "db">;

/** What instances that count what is used of budgets compete for. */
const COUNTING = "use of budgets";

/**
 * Adds the recorded changes to what is used of budgets and removes them, in one statement, so that concurrent readers count each change
 * once. Returns how many there were; 0 also while another instance does this.
 */
export async function foldBudgetUse({ db }: Keeping): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await tryLockUntilCommit(tx, COUNTING))) return 0;
    const { rows } = await tx.execute<{ count: number }>(sql`
      with taken as (delete from budget_use_changes returning *),
      added as (${addition(sql`taken`)})
      select count(*)::int as count from taken`);
    return rows[0]?.count ?? 0;
  });
}

/**
 * Recounts what is used of all budgets from the ledger at one moment; later changes are added as usual. The result should never differ:
 * this is done every night so that no difference lasts.
 */
export async function recountBudgetUse({ db }: Keeping): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      if (!(await tryLockUntilCommit(tx, COUNTING))) return false;
      await tx.execute(sql`delete from budget_use_changes`);
      await tx.execute(sql`delete from budget_use`);
      for (const { from, to } of await spansOfLedger(tx))
        await tx.execute(
          addition(sql`(
            select budget_id, upper(trim(coalesce(currency, ''))) as currency, state, next_action_at is not null as is_due,
              (created_at at time zone 'UTC')::date as day, coalesce(price, 0) as price
            from orders, unnest(budgets) as budget_id
            where environment in ('sandbox', 'production') and created_at >= ${`${from}T00:00:00Z`}::timestamptz
              and created_at < ${`${to}T00:00:00Z`}::timestamptz and budgets <> '{}') as counted`),
        );
      return true;
    },
    // One snapshot for the ledger and for the recorded changes.
    { isolationLevel: "repeatable read" },
  );
}

/** Adds rows with the columns of `budget_use_changes` to the sums of their days and months. */
function addition(from: SQL): SQL {
  return sql`
    insert into budget_use as kept (budget_id, grain, currency, starts_on, state, is_due, price)
    select budget_id, grain, currency, date_trunc(grain, day)::date, state, is_due, sum(price)
    from ${from}, unnest(array['day', 'month']) as grain group by 1, 2, 3, 4, 5, 6
    on conflict (budget_id, grain, currency, starts_on, state, is_due) do update set price = kept.price + excluded.price`;
}
