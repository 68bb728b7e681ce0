import { SECOND } from "#lib/time/instant.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import type { Figure } from "./figure.ts";
import { median, quantile } from "./median.ts";
import { startOrderStack } from "./orderStack.ts";
import { atRate, inTurn, lostOrDoubled, placeOurs, placeWithoutUs } from "./placing.ts";

/** How long the service takes to answer, in milliseconds. */
const SERVICE_MS = 50;
const QUICK = { latencyMs: SERVICE_MS, rate: { burst: 1_000_000, perSecond: 1_000_000 } };
/** Orders a second. */
const OFFERED = 200;

/** Measures how orders are placed, with the verbs in this process. */
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
    const busy = await atRate(OFFERED, 15 * SECOND, same);
    const wrong = await lostOrDoubled(stack);
    if (wrong > 0) throw new Error(`${wrong} orders were lost or bought twice`);
    return [
      {
        name: "From a confirmation to an accepted order, our own share, p95",
        value: quantile(calm.tookMs, 0.95) - without,
        unit: "ms",
        goal: 10,
        peer: `${without.toFixed(1)} ms`,
        note: `at 10 orders a second, median ${(median(calm.tookMs) - without).toFixed(1)} ms; peer: the same two calls without a ledger`,
      },
      {
        name: `Orders placed a second, of ${OFFERED} offered`,
        value: busy.tookMs.length / busy.seconds,
        unit: "",
        goal: 0.98 * OFFERED,
        isLeast: true,
        note: `${busy.tookMs.length} orders, ${busy.failed} failed, none lost or doubled; p95 ${quantile(busy.tookMs, 0.95).toFixed(0)} ms, the service answering in ${SERVICE_MS} ms`,
      },
    ];
  } finally {
    await stack.stop();
  }
}
