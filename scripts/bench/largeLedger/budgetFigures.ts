import { sql } from "drizzle-orm";
import { SECOND } from "#lib/time/instant.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { recountBudgetUse } from "#server/orders/budgets/keepBudgetUse.ts";
import { budgets } from "#server/db/schema/limits.ts";
import type { Figure } from "#scripts/bench/figure.ts";
import { median, quantile } from "#scripts/bench/median.ts";
import { seedOrders } from "./seedOrders.ts";
import { startOrderStack, type OrderStack } from "#scripts/bench/orderStack.ts";
import { atRate, inTurn, lostOrDoubled, placeOurs, placeWithoutUs } from "#scripts/bench/placing.ts";

const ORDERS = 1_000_000;
const QUICK = { latencyMs: 50, rate: { burst: 1_000_000, perSecond: 1_000_000 } };
const PERIODS = ["month", "quarter", "year"] as const;
const BUDGETS = 10;
const ROUNDS = 6;

/**
 * Measures what ten budgets add to a confirmation: one that covers all of a million orders, and nine for a tag each. In turns with the
 * same orders while all of them are closed.
 */
export async function figuresOfBudgets(): Promise<Figure[]> {
  const stack = await startOrderStack({ products: 400 });
  try {
    await stack.sandbox.control("POST", "settings", QUICK);
    await syncCatalog(stack.request, "sandbox");
    await makeBudgets(stack);
    await seedOrders(stack.databaseUrl, ORDERS, { terms: false });
    await recountBudgetUse(stack.request);
    const next = await inTurn(stack);
    const bare: number[] = [];
    let tag = 0;
    const either = async () => {
      bare.push(await placeWithoutUs(stack, next()));
      tag = 1 + (tag % (BUDGETS - 1));
      return placeOurs(stack, next(), [tagOf(tag)]);
    };
    await atRate(10, 3 * SECOND, either);
    const took: Record<"open" | "closed", number[]> = { open: [], closed: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const which of ["closed", "open"] as const) {
        await setClosed(stack, which === "closed");
        took[which].push(...(await atRate(10, 6 * SECOND, either)).tookMs);
      }
    }
    const wrong = await lostOrDoubled(stack);
    if (wrong > 0) throw new Error(`${wrong} orders were lost or bought twice`);
    const without = median(bare);
    const [closed, open] = [share(took.closed, without), share(took.open, without)];
    return [
      {
        name: `${ORDERS} orders and ${BUDGETS} budgets: our own share of a confirmation, p95, beside that without budgets`,
        value: open.p95 / closed.p95,
        unit: "×",
        goal: 1.15,
        note: `${open.p95.toFixed(1)} ms (median ${open.median.toFixed(1)}) after ${closed.p95.toFixed(1)} ms (median ${closed.median.toFixed(1)}), at 10 orders a second; each order counts in two`,
      },
    ];
  } finally {
    await stack.stop();
  }
}

function share(tookMs: readonly number[], without: number) {
  return { p95: quantile(tookMs, 0.95) - without, median: median(tookMs) - without };
}

/** One budget for every order and the others for a tag each, of all periods, with amounts that are never used up. */
async function makeBudgets({ request: { db, actor, environment, clock } }: OrderStack): Promise<void> {
  const now = clock.now();
  const { rows } = await db.execute<{ currency: string }>(
    sql`select distinct product ->> 'currencyCode' as currency from catalog_products where product ->> 'currencyCode' is not null`,
  );
  const amounts = rows.map(({ currency }) => ({ currency, amount: Number.MAX_SAFE_INTEGER }));
  await db.insert(budgets).values(
    Array.from({ length: BUDGETS }, (_, index) => ({
      environment,
      name: `Budget ${index}`,
      mode: "hard" as const,
      period: PERIODS[index % PERIODS.length] ?? "month",
      rollsOver: index % 2 === 0,
      amounts,
      members: [],
      tags: index === 0 ? [] : [tagOf(index)],
      purchaseOrders: [],
      createdAt: 0,
      updatedAt: now,
      updatedBy: actor.id,
    })),
  );
}

const tagOf = (index: number) => `campaign ${index}`;

async function setClosed({ request: { db } }: OrderStack, isClosed: boolean): Promise<void> {
  await db.execute(sql`update budgets set closed_at = ${isClosed ? sql`now()` : sql`null`}`);
}
