import { z } from "zod";
import type { MemberRequest } from "#server/context/context.ts";
import { forgetFreshProducts } from "#server/catalog/freshProducts.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import type { Figure } from "./figure.ts";
import { median } from "./median.ts";
import { startOrderStack, type OrderStack } from "./orderStack.ts";

const PRODUCTS = 200;
const PAGE = 100;
/** How long the service takes to answer, in milliseconds. */
const SERVICE_MS = 20;
const RUNS = 5;

const listingSchema = z.object({
  items: z.array(z.object({ id: z.int(), currencyCode: z.string(), denominationType: z.string().nullish() })),
});

/** Fixed products of one currency, as many as are measured, from the list of the service. */
async function fixedProducts({ sandbox }: OrderStack): Promise<{ currency: string; ids: number[] }> {
  const byCurrency = new Map<string, number[]>();
  for (let skip = 0; ; skip += PAGE) {
    const answer = await fetch(`${sandbox.url}/catalog/products?skip=${skip}&take=${PAGE}`, {
      headers: { "x-api-key": sandbox.key },
    });
    const { items } = listingSchema.parse(await answer.json());
    for (const { id, currencyCode, denominationType } of items) {
      if (denominationType === "open") continue;
      const ids = [...(byCurrency.get(currencyCode) ?? []), id];
      if (ids.length === PRODUCTS) return { currency: currencyCode, ids };
      byCurrency.set(currencyCode, ids);
    }
    if (items.length < PAGE) throw new Error(`the sandbox has no ${PRODUCTS} fixed products of one currency`);
  }
}

async function checkAll(request: MemberRequest, currency: string, ids: readonly number[]): Promise<number> {
  const begun = performance.now();
  const { slowedDownUntil, lines } = await preflightOrder(request, {
    currency,
    lines: ids.map((productId) => ({ productId, quantity: 1 })),
  });
  if (slowedDownUntil !== null || lines.some(({ product }) => product === null)) {
    throw new Error("the products were not read afresh");
  }
  return performance.now() - begun;
}

/** Measures the check of an order with many distinct products, read afresh, and once more a moment later. */
export async function figuresOfPreflight(): Promise<Figure[]> {
  const stack = await startOrderStack({ products: 6_000 });
  try {
    const { currency, ids } = await fixedProducts(stack);
    await stack.sandbox.control("POST", "settings", { latencyMs: SERVICE_MS });
    // The catalog has them, as it does once it is synchronised.
    await checkAll(stack.request, currency, ids);
    const fresh: number[] = [];
    const again: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      forgetFreshProducts(stack.request, "sandbox", ids);
      fresh.push(await checkAll(stack.request, currency, ids));
      again.push(await checkAll(stack.request, currency, ids));
    }
    return [
      {
        name: `Preflight of ${PRODUCTS} distinct products, service answering in ${SERVICE_MS} ms`,
        value: Math.max(...fresh) / 1_000,
        unit: "s",
        goal: 3,
        note: `slowest of ${RUNS}, median ${(median(fresh) / 1_000).toFixed(2)} s, within the rate limit of the sandbox`,
      },
      { name: "… again within seconds", value: median(again), unit: "ms", goal: null },
    ];
  } finally {
    await stack.stop();
  }
}
