import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Environment } from "#lib/contracts/environment.ts";
import { ordersPageSchema, type OrderLine } from "#lib/contracts/orders/order.ts";
import { productOrdersSchema } from "#lib/contracts/orders/productOrders.ts";
import { MINUTE, toIso } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { GET as historyRoute } from "#app/api/catalog/products/[productId]/orders/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let stack: StackWithCatalog;
let bea: Person;
let sam: Person;
beforeAll(async () => {
  stack = await stackWithCatalog();
  bea = await stack.person("buyer", "Bea");
  sam = await stack.person("support", "Sam");
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.program.db.delete(orders);
});

const line = (productId: number, price: number | null = 2_500, quantity: number | null = 1): OrderLine => ({
  productId,
  productName: `Product ${productId}`,
  price,
  quantity,
  countryCode: "DE",
});

/** Rows of the ledger, newest first. */
async function ordered(...given: (Partial<typeof orders.$inferInsert> & { lines: OrderLine[] })[]) {
  const begun = stack.now();
  await stack.program.db.insert(orders).values(
    given.map((order, at) => ({
      environment: "sandbox" as const,
      externalOrderCode: `CODE-${at + 1}`,
      origin: "placed" as const,
      state: "completed" as const,
      currency: "EUR",
      placedBy: bea.id,
      createdAt: begun - at * MINUTE,
      updatedAt: begun,
      ...order,
    })),
  );
  return begun;
}

async function history(productId: number | string, who = bea, environment?: Environment) {
  const params = { productId: String(productId) };
  const answer = await who.call(historyRoute, { params }, environment);
  expect(answer.status).toBe(200);
  return productOrdersSchema.parse(answer.json);
}

describe("the orders of a product", () => {
  it("lists the latest orders with a product, newest first, with their amount and quantity of it", async () => {
    const begun = await ordered(
      { lines: [line(7, 2_500, 3)], orderId: "900", state: "partial" },
      { lines: [line(8), line(9)] },
      { lines: [line(8), line(7, 1_000, 1), line(7, 500, 2)], state: "rejected", placedBy: null },
      {
        lines: [line(7, null, null)],
        currency: null,
        externalOrderCode: null,
        orderId: "901",
        origin: "found",
      },
    );
    const found = await history(7);
    expect(found).toMatchObject({ total: 3, moreThanTotal: false });
    expect(found.items).toEqual([
      {
        externalOrderCode: "CODE-1",
        orderId: "900",
        state: "partial",
        currency: "EUR",
        placedBy: "Bea",
        createdAt: toIso(begun),
        quantity: 3,
        unitPrice: 2_500,
        total: 7_500,
      },
      expect.objectContaining({
        externalOrderCode: "CODE-3",
        state: "rejected",
        quantity: 3,
        unitPrice: null,
        total: 2_000,
        placedBy: null,
      }),
      expect.objectContaining({
        externalOrderCode: null,
        orderId: "901",
        quantity: null,
        unitPrice: null,
        total: null,
      }),
    ]);
  });

  it("are empty for a product nobody ordered, even if an order has its number in another field", async () => {
    await ordered({ lines: [line(1, 7, 7)], orderId: "7", price: 7 }, { lines: [line(77)] }, { lines: [] });
    expect(await history(7)).toEqual({ items: [], total: 0, moreThanTotal: false });
  });

  it("keep the environments apart", async () => {
    await ordered(
      { lines: [line(7)] },
      { lines: [line(7)], environment: "production" },
      { lines: [line(7)], environment: "production" },
    );
    expect((await history(7)).total).toBe(1);
    expect((await history(7, bea, "production")).total).toBe(2);
  });

  it("show ten, count up to a thousand, and say when there are more", async () => {
    await ordered(...Array.from({ length: 1_000 }, () => ({ lines: [line(7)], externalOrderCode: null })));
    expect(await history(7)).toMatchObject({ total: 1_000, moreThanTotal: false });
    await ordered({ lines: [line(7), line(7)] });
    const found = await history(7);
    expect(found.items).toHaveLength(10);
    expect(found).toMatchObject({ total: 1_000, moreThanTotal: true });
  });

  it("are shown to members who may see orders, and to nobody who is not signed in", async () => {
    await ordered({ lines: [line(7)] });
    expect((await history(7, sam)).total).toBe(1);
    expect((await stack.call(historyRoute, { params: { productId: "7" } })).status).toBe(401);
  });

  it("refuse an invalid product id", async () => {
    for (const productId of ["0", "-7", "x", "7.5", "1e3", "99999999999999999999", "7'--"]) {
      const answer = await bea.call(historyRoute, { params: { productId } });
      expect([answer.status, answer.json.type]).toEqual([400, "validation"]);
    }
  });

  it("can be opened as a list of orders filtered by product, together with its other filters", async () => {
    await ordered(
      { lines: [line(7)] },
      { lines: [line(8)] },
      { lines: [line(8), line(7)], state: "processing" },
    );
    const codes = async (query: string) => {
      const answer = await bea.call(ordersRoute, { path: `/api/orders?${query}` });
      return ordersPageSchema.parse(answer.json).items.map(({ externalOrderCode }) => externalOrderCode);
    };
    expect(await codes("product=7")).toEqual(["CODE-1", "CODE-3"]);
    expect(await codes("product=7&state=processing")).toEqual(["CODE-3"]);
    expect(await codes("product=9")).toEqual([]);
    expect((await bea.call(ordersRoute, { path: "/api/orders?product=all" })).status).toBe(400);
  });

  it("are all found in a large ledger, where few orders hold the product", async () => {
    const { db } = stack.program;
    await db.execute(sql`
    insert into orders (environment, external_order_code, origin, state, lines, created_at, updated_at)
    select 'sandbox', 'LONG-' || n, 'placed', 'completed',
      jsonb_build_array(jsonb_build_object('productId', n % 5000, 'productName', 'A name of some length', 'price', 2500, 'quantity', 1, 'countryCode', null)),
      now() - n * interval '1 minute', now()
    from generate_series(1, 20000) n`);
    expect((await history(77)).total).toBe(4);
  });
});
