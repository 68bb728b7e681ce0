import { SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import type { Figure } from "./figure.ts";
import { median, quantile } from "./median.ts";
import { startOrderStack } from "./orderStack.ts";
import { atRate, lostOrDoubled, placeOurs, placeWithoutUs } from "./placing.ts";
import { pollMany } from "./polling.ts";

/** How long the service takes to answer, in milliseconds. */
const SERVICE_MS = 50;
const PROCESSING = 10_000;

/** Measures what the order core promises (placing, throughput, polling), with verbs and worker in this process. */
export async function figuresOfOrders(): Promise<Figure[]> {
  const stack = await startOrderStack();
  try {
    const productId = await scenario(stack.sandbox, "slow");
    await stack.sandbox.control("POST", "settings", {
      latencyMs: SERVICE_MS,
      rate: { burst: 1_000_000, perSecond: 1_000_000 },
    });
    const ours = () => placeOurs(stack, productId);
    await atRate(10, 3 * SECOND, ours);
    const bare = median((await atRate(10, 10 * SECOND, () => placeWithoutUs(stack, productId))).tookMs);
    const calm = await atRate(10, 15 * SECOND, ours);
    const busy = await atRate(200, 15 * SECOND, ours);
    const wrong = await lostOrDoubled(stack);
    await stack.sandbox.control("POST", "settings", { latencyMs: 5 });
    await stack.request.db.update(orders).set({ nextActionAt: null });
    const polling = await pollMany(stack, productId, PROCESSING);
    return [
      {
        name: "Confirm to accepted at 10 orders/s, our own share, p95",
        value: quantile(calm.tookMs, 0.95) - bare,
        unit: "ms",
        goal: 15,
        note: `median ${(median(calm.tookMs) - bare).toFixed(1)} ms; the same two calls without us ${bare.toFixed(1)} ms`,
      },
      {
        name: "Time for 200 orders, service answering in 50 ms",
        value: busy.seconds / (busy.tookMs.length / 200),
        unit: "s",
        goal: 1.02,
        note: `${busy.tookMs.length} orders, ${busy.failed} failed, own share p95 ${(quantile(busy.tookMs, 0.95) - bare).toFixed(0)} ms`,
      },
      { name: "Orders lost or doubled of these", value: wrong, unit: "", goal: 0 },
      {
        name: `${PROCESSING} processing orders polled: share of one core`,
        value: polling.cpuPercent,
        unit: "%",
        goal: 25,
        note: `${polling.perMinute.toFixed(2)} polls an order and minute`,
      },
      {
        name: "… and what the heap grows by in a minute",
        value: polling.grownMb,
        unit: "MB",
        goal: 2,
        note: `from ${polling.heapMb.toFixed(0)} MB`,
      },
    ];
  } finally {
    await stack.stop();
  }
}
