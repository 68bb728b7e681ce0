import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isNotNull } from "drizzle-orm";
import { z } from "zod";
import { SECOND } from "#lib/time/instant.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { orders } from "#server/db/schema/orders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import type { Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import type { OrderStack } from "./orderStack.ts";

/** Places orders at a steady rate and returns the milliseconds of each. `place` returns null for an order that was not accepted. */
export async function atRate(perSecond: number, forMs: number, place: () => Promise<number | null>) {
  const tookMs: number[] = [];
  let failed = 0;
  const pending: Promise<void>[] = [];
  const begun = performance.now();
  const count = (perSecond * forMs) / SECOND;
  for (let sent = 0; sent < count; sent += 1) {
    const due = begun + (sent * SECOND) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    pending.push(
      place().then((ms) => {
        if (ms === null) failed += 1;
        else tookMs.push(ms);
        return undefined;
      }),
    );
  }
  await Promise.all(pending);
  return { tookMs, failed, seconds: (performance.now() - begun) / SECOND };
}

/** A product with one price, and what an order of it costs. */
export type Fixed = { id: number; currencyCode: string; price: number };

/** Returns the fixed products of the synchronised catalog one after the other, starting again at the end. */
export async function inTurn({ request }: OrderStack): Promise<() => Fixed> {
  const rows = await request.db.select({ product: catalogProducts.product }).from(catalogProducts);
  const products = rows.flatMap(({ product: { id, name, currencyCode, price } }) =>
    name.startsWith("Scenario") || price === null || currencyCode === null
      ? []
      : [{ id, currencyCode, price }],
  );
  let next = 0;
  return () => {
    const product = products[next % products.length];
    if (product === undefined) throw new Error("no product has a price");
    next += 1;
    return product;
  };
}

export async function placeOurs(
  { request }: OrderStack,
  { id: productId, currencyCode: currency }: Pick<Fixed, "id" | "currencyCode">,
  tags: readonly string[] = [],
): Promise<number | null> {
  const begun = performance.now();
  const lines = [{ productId, quantity: 1 }];
  const { orderId } = await placeOrder(request, {
    currency,
    lines,
    tags: [...tags],
    confirmationId: randomUUID(),
  });
  return orderId === null ? null : performance.now() - begun;
}

/** Measures the service and the network alone: fetches the product and sends the order, as a program without a ledger would. */
export async function placeWithoutUs({ sandbox }: OrderStack, product: Fixed): Promise<number> {
  const begun = performance.now();
  await readJson(sandbox, `catalog/products/${product.id}`, z.unknown());
  await sendOrder(sandbox, product, `bare-${randomUUID()}`);
  return performance.now() - begun;
}

async function readJson<T>(sandbox: Sandbox, path: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(`${sandbox.url}/${path}`, { headers: { "x-api-key": sandbox.key } });
  return schema.parse(await answer.json());
}

const acceptedSchema = z.object({ orderId: z.int() });

/** Sends an order directly to the service and returns the id of the order. */
export async function sendOrder(
  sandbox: Sandbox,
  { id: productId, currencyCode: currency, price }: Fixed,
  code: string,
): Promise<string> {
  const answer = await fetch(`${sandbox.url}/orders`, {
    method: "POST",
    headers: { "x-api-key": sandbox.key, "content-type": "application/json" },
    body: JSON.stringify({
      externalOrderCode: code,
      currency,
      price,
      orderProducts: [{ productId, price, quantity: 1 }],
    }),
  });
  return String(acceptedSchema.parse(await answer.json()).orderId);
}

const storedOrdersSchema = z.array(z.object({ externalOrderCode: z.string(), orderId: z.int() }));

/** Counts orders that were confirmed here and that the service does not hold exactly once under the id that the ledger has. */
export async function lostOrDoubled({ request, sandbox }: OrderStack): Promise<number> {
  const stored = storedOrdersSchema.parse(await sandbox.control("GET", "orders"));
  const numbers = Map.groupBy(stored, ({ externalOrderCode }) => externalOrderCode);
  const rows = await request.db
    .select({ code: orders.externalOrderCode, orderId: orders.orderId })
    .from(orders)
    .where(isNotNull(orders.confirmationId));
  return rows.filter(({ code, orderId }) => {
    const here = numbers.get(code ?? "") ?? [];
    return here.length !== 1 || String(here[0]?.orderId) !== orderId;
  }).length;
}
