import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { recountOrderDays } from "#server/overview/keepFigures.ts";
import { readOverview } from "#server/overview/readOverview.ts";
import type { Figure } from "#scripts/bench/figure.ts";
import { median, quantile } from "#scripts/bench/median.ts";
import { seedOrders } from "#scripts/bench/orderList/seedOrders.ts";
import { startOrderStack } from "#scripts/bench/orderStack.ts";

const ORDERS = 1_000_000;
const ROUNDS = 60;
/** Orders written or changed since the last fold: a busy minute. */
const PENDING = 5_000;
const WRITTEN = 2_000;

/** Measures the overview's figures over a large ledger, and what keeping them adds to writing an order. */
export async function figuresOfOverview(): Promise<Figure[]> {
  const stack = await startOrderStack();
  const { request } = stack;
  try {
    await seedOrders(stack.databaseUrl, ORDERS, { terms: false });
    const begun = performance.now();
    await recountOrderDays(request);
    const recount = performance.now() - begun;
    await request.db.execute(sql`analyze order_days`);
    const folded = await timeOverview(() => readOverview(request, { days: "90" }));
    await request.db.execute(sql`
      update orders set state = 'partial' where id in (select order_row from order_search where environment = 'sandbox' order by created_at desc limit ${PENDING})`);
    const pending = await timeOverview(() => readOverview(request, { days: "90" }));
    const cost = await costOfTrigger(request.db);
    return [
      figure(`${ORDERS} orders: the overview's figures over 90 days and 90 before, p95`, folded, 50),
      figure(`… with ${PENDING} orders changed since the last fold, p95`, pending, 50),
      { name: "… recounting everything, at night", value: recount / 1_000, unit: "s", goal: null },
      { name: "… what keeping them adds to inserting an order", value: cost.insert, unit: "ms", goal: null },
      { name: "… and to a change of its state", value: cost.update, unit: "ms", goal: null },
    ];
  } finally {
    await stack.stop();
  }
}

function figure(name: string, samples: readonly number[], goal: number): Figure {
  return {
    name,
    value: quantile(samples, 0.95),
    unit: "ms",
    goal,
    note: `median ${median(samples).toFixed(1)} ms`,
  };
}

async function timeOverview(read: () => Promise<unknown>): Promise<number[]> {
  await read();
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await read();
    samples.push(performance.now() - begun);
  }
  return samples;
}

/** Milliseconds for one order: the difference between writing with the triggers and without them, turn by turn. */
async function costOfTrigger(db: Database): Promise<{ insert: number; update: number }> {
  const times = {
    insert: { with: [] as number[], without: [] as number[] },
    update: { with: [] as number[], without: [] as number[] },
  };
  for (let round = 0; round < 10; round += 1) {
    for (const how of round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const)) {
      const { insert, update } = await writeOnce(db, how === "with");
      times.insert[how].push(insert);
      times.update[how].push(update);
    }
  }
  return { insert: difference(times.insert), update: difference(times.update) };
}

const difference = (of: { with: number[]; without: number[] }) =>
  (median(of.with) - median(of.without)) / WRITTEN;

class RolledBack extends Error {}

/** Writes orders and changes them, in one transaction that is rolled back. */
async function writeOnce(db: Database, isKept: boolean): Promise<{ insert: number; update: number }> {
  const took = { insert: 0, update: 0 };
  await db
    .transaction(async (tx) => {
      if (!isKept) {
        await tx.execute(sql`alter table orders disable trigger order_day_written`);
        await tx.execute(sql`alter table orders disable trigger order_day_updated`);
      }
      const begun = performance.now();
      await tx.execute(sql`
        insert into orders (environment, external_order_code, origin, state, currency, price, lines, placed_by, created_at, updated_at)
        select environment, 'W-' || gen_random_uuid(), origin, 'submitting', currency, price, lines, placed_by, now(), now()
        from orders where environment = 'sandbox' order by created_at desc limit ${WRITTEN}`);
      took.insert = performance.now() - begun;
      const changed = performance.now();
      await tx.execute(
        sql`update orders set state = 'processing' where environment = 'sandbox' and created_at > now() - interval '1 second'`,
      );
      took.update = performance.now() - changed;
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return took;
}
