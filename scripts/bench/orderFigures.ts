import { SECOND } from "#lib/time/instant.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { orders } from "#server/db/schema/orders.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import type { Figure } from "./figure.ts";
import { median, quantile } from "./median.ts";
import { startOrderStack } from "./orderStack.ts";
import { atRate, inTurn, lostOrDoubled, placeOurs, placeWithoutUs } from "./placing.ts";
import { pollMany } from "./polling.ts";

/** How long the service takes to answer, in milliseconds. */
const SERVICE_MS = 50;
const QUICK = { latencyMs: SERVICE_MS, rate: { burst: 1_000_000, perSecond: 1_000_000 } };
const PROCESSING = 10_000;

/** Measures what the order core promises (placing, throughput, polling), with verbs and worker in this process. */
export async function figuresOfOrders(): Promise<Figure[]> {
  const stack = await startOrderStack({ products: 400 });
  try {
    const productId = await scenario(stack.sandbox, "slow");
    await stack.sandbox.control("POST", "settings", QUICK);
    // Each order with another product, alternating with a program that does not use Codedesk: both make the same two calls.
    await syncCatalog(stack.request, "sandbox");
    const next = await inTurn(stack);
    const ours = () => placeOurs(stack, next());
    const bare: number[] = [];
    const either = async () => {
      const ms = await placeWithoutUs(stack, next());
      bare.push(ms);
      return ours();
    };
    await atRate(10, 3 * SECOND, either);
    bare.length = 0;
    const calm = await atRate(10, 20 * SECOND, either);
    const without = median(bare);
    const same = () => placeOurs(stack, { id: productId, currencyCode: "EUR" });
    const busy = await atRate(200, 15 * SECOND, same);
    const wrong = await lostOrDoubled(stack);
    await stack.sandbox.control("POST", "settings", { latencyMs: 5 });
    await stack.request.db.update(orders).set({ nextActionAt: null });
    const polling = await pollMany(stack, productId, PROCESSING);
    return [
      {
        name: "Confirm to accepted at 10 orders/s, our own share, p95",
        value: quantile(calm.tookMs, 0.95) - without,
        unit: "ms",
        goal: 10,
        note: `median ${(median(calm.tookMs) - without).toFixed(1)} ms; the same two calls without us ${without.toFixed(1)} ms`,
      },
      {
        name: "Time for 200 orders, service answering in 50 ms",
        value: busy.seconds / (busy.tookMs.length / 200),
        unit: "s",
        goal: 1.02,
        note: notesOf(busy),
      },
      { name: "Orders lost or doubled of these", value: wrong, unit: "", goal: 0 },
      {
        name: `${PROCESSING} processing orders polled: share of one core`,
        value: polling.cpuPercent,
        unit: "%",
        goal: 10,
        note: `${polling.perMinute.toFixed(2)} polls an order and minute`,
      },
      {
        name: "… and what the heap grows by in a minute",
        value: polling.grownMb,
        unit: "MB",
        goal: 2,
        note: `from ${polling.heapMb.toFixed(0)} MB`,
      },
      await figureOfCrowd(),
    ];
  } finally {
    await stack.stop();
  }
}

/** On a stack of its own, because the other one has stopped its workers and accepts no more orders. */
async function figureOfCrowd(): Promise<Figure> {
  const stack = await startOrderStack();
  try {
    const productId = await scenario(stack.sandbox, "slow");
    await stack.sandbox.control("POST", "settings", QUICK);
    const place = () => placeOurs(stack, { id: productId, currencyCode: "EUR" });
    await atRate(100, 3 * SECOND, place);
    const crowded = await atRate(400, 10 * SECOND, place);
    return {
      name: "Time for 400 orders, service answering in 50 ms",
      value: crowded.seconds / (crowded.tookMs.length / 400),
      unit: "s",
      goal: 1.02,
      note: notesOf(crowded),
    };
  } finally {
    await stack.stop();
  }
}

function notesOf({ tookMs, failed }: { tookMs: number[]; failed: number }): string {
  return `${tookMs.length} orders, ${failed} failed; p95 ${quantile(tookMs, 0.95).toFixed(0)} ms, with one call of the service`;
}
