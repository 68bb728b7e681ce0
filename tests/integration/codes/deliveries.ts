import { eq, ne } from "drizzle-orm";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { readStock } from "#server/codes/stock/readStock.ts";
import { orders } from "#server/db/schema/orders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

type Line = { productId: number; quantity: number };

/** Orders of which a test decides what the service says, one answer after the other. */
export type Deliveries = {
  world: OrderWorld;
  /** Of each order that is placed without lines. */
  productId: number;
  /** What the next call of this kind is answered with, or each one from now on. */
  answer(operation: string, when: string, body: object, times?: number): Promise<void>;
  /** An order of these products, accepted by the service. Answers its reference. */
  place(...lines: Line[]): Promise<string>;
  /** The order after the service was asked about it, and answered so; 20 minutes later. */
  poll(reference: string, body: object): Promise<OrderView>;
  stockOf(productId: number): Promise<Awaited<ReturnType<typeof readStock>>["items"][number] | undefined>;
};

/** An entry of `products` for each code: its product by its PIN. */
export const entries = (of: Record<string, number>) =>
  Object.entries(of).map(([pin, productId]) => ({ productId, pin }));

export async function createDeliveries(): Promise<Deliveries> {
  const world = await createOrderWorld();
  const productId = await scenario(world.sandbox, "price-moves");
  const { externalOrderCode } = orders;

  async function answer(operation: string, when: string, body: object, times = 1): Promise<void> {
    await world.sandbox.control("DELETE", "faults");
    const headers = { "content-type": "application/json" };
    const action = { kind: "answer", status: 200, body: JSON.stringify(body), headers };
    await world.sandbox.control("POST", "faults", { operation, when, times, action });
  }

  return {
    world,
    productId,
    answer,
    place: async (...lines) => {
      await world.sandbox.control("DELETE", "faults");
      const { externalOrderCode: code } = await placeOrder(world.request, confirmation(productId));
      const reference = code ?? "";
      if (lines.length > 0) {
        const own = lines.map((line) => ({ ...line, productName: null, price: 1_000, countryCode: null }));
        await world.program.db.update(orders).set({ lines: own }).where(eq(externalOrderCode, reference));
      }
      await world.advance(10 * SECOND);
      return reference;
    },
    poll: async (reference, body) => {
      const { db } = world.program;
      // This one, and no other takes the answer.
      await db.update(orders).set({ nextActionAt: null }).where(ne(externalOrderCode, reference));
      await db.update(orders).set({ nextActionAt: world.now() }).where(eq(externalOrderCode, reference));
      await answer("order", "before", body);
      await world.work();
      await world.advance(20 * MINUTE);
      return readOrder(world.request, { reference });
    },
    stockOf: async (id) => {
      const { items } = await readStock(world.request);
      return items.find((item) => item.productId === id);
    },
  };
}
