import { sql } from "drizzle-orm";
import { startOrderStack } from "#scripts/bench/orderStack.ts";
import { quantile } from "#scripts/bench/median.ts";
import type { Figure } from "#scripts/bench/figure.ts";
import { describeTimes, measureFilters } from "./measure.ts";
import { seedOrders } from "./seedOrders.ts";

const ORDERS = 1_000_000;
const ROUNDS = 20;

/** Measures the list of orders and its counts on a large ledger, with every filter; prints each of them. */
export async function figuresOfOrderList(): Promise<Figure[]> {
  const stack = await startOrderStack();
  try {
    await seedOrders(stack.databaseUrl, ORDERS);
    const times = await measureFilters(stack.request, ROUNDS);
    console.log(describeTimes(times));
    const { rows } = await stack.request.db.execute<{ mb: number }>(
      sql`select ((pg_total_relation_size('order_search') + pg_total_relation_size('order_search_words')) / 1048576)::float as mb`,
    );
    const slowest = times.toSorted((a, b) => quantile(b.both, 0.95) - quantile(a.both, 0.95))[0];
    return [
      {
        name: `${ORDERS} orders: a page of the list and its counts, over ${times.length} filters, p95`,
        value: quantile(
          times.flatMap(({ both }) => both),
          0.95,
        ),
        unit: "ms",
        goal: 50,
        note: `slowest: ${slowest?.name} (${quantile(slowest?.both ?? [], 0.95).toFixed(0)} ms); ${rows[0]?.mb.toFixed(0)} MB are searched`,
      },
    ];
  } finally {
    await stack.stop();
  }
}
