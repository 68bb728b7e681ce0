import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogPageSchema } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { isAtService } from "#lib/orders/lifecycle/states.ts";
import { DAY, MINUTE, toIso } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { GET as searchRoute } from "#app/api/catalog/products/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let stack: StackWithCatalog;
let bea: Person;
let sam: Person;
beforeAll(async () => {
  stack = await stackWithCatalog();
  await stack.stock("sandbox", 120);
  await stack.stock("production", 10);
  bea = await stack.person("buyer");
  sam = await stack.person("support");
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.program.db.delete(orders);
  stack.advance(MINUTE);
});

function line(productId: number): OrderLine {
  return { productId, productName: null, price: 100, quantity: 1, countryCode: null };
}

type Given = Partial<typeof orders.$inferInsert> & { products: number[]; ago: number };

/** A row of the ledger, confirmed `ago` milliseconds ago. */
async function ordered({ products, ago, ...more }: Given) {
  const createdAt = stack.now() - ago;
  await stack.program.db.insert(orders).values({
    environment: "sandbox",
    origin: "placed",
    state: "completed",
    lines: products.map(line),
    createdAt,
    updatedAt: createdAt,
    ...more,
  });
  return toIso(createdAt);
}

async function search(query = "", who = bea, environment?: Environment) {
  const path = `/api/catalog/products?take=200&${query}`;
  return catalogPageSchema.parse((await who.call(searchRoute, { path }, environment)).json);
}
const firstIds = (page: { items: { id: number }[] }, count: number) =>
  page.items.slice(0, count).map(({ id }) => id);

describe("recently ordered products", () => {
  it("come first in an unfiltered catalog, the last one at the top, with their time; the others follow by name", async () => {
    const before = await ordered({ products: [40, 7], ago: 2 * DAY });
    const last = await ordered({ products: [90, 7], ago: DAY, state: "processing" });
    const page = await search();
    expect(firstIds(page, 6)).toEqual([7, 90, 40, 1, 2, 3]);
    expect(page.total).toBe(120);
    expect(page.recentlyOrdered).toEqual([
      { productId: 7, at: last },
      { productId: 90, at: last },
      { productId: 40, at: before },
    ]);
    // The team's orders count, not only the member's.
    expect(firstIds(await search("", sam), 3)).toEqual([7, 90, 40]);
  });

  it("do not come first in a search, with another order or in the other environment, but keep their time", async () => {
    const at = await ordered({ products: [90], ago: DAY });
    expect(firstIds(await search("sort=name"), 2)).toEqual([1, 2]);
    expect(firstIds(await search("sort=-price"), 2)).toEqual([120, 119]);
    const found = await search("q=card");
    expect(firstIds(found, 2)).toEqual([1, 2]);
    expect(found.recentlyOrdered).toEqual([{ productId: 90, at }]);
    expect((await search("q=card+001")).recentlyOrdered).toEqual([]);
    expect(firstIds(await search("brand=Brand+0"), 2)).toEqual([90, 3]);
    expect(firstIds(await search("brand=Brand+1"), 2)).toEqual([1, 4]);
    const live = await search("", bea, "production");
    expect(firstIds(live, 2)).toEqual([1, 2]);
    expect(live.recentlyOrdered).toEqual([]);
  });

  it.each(ORDER_STATES.filter((state) => !isAtService(state)))(
    "an order that is %s has not ordered anything, as far as is known",
    async (state) => {
      await ordered({ products: [90], ago: DAY, state });
      expect(firstIds(await search(), 2)).toEqual([1, 2]);
    },
  );

  it("do not include orders placed elsewhere or long ago", async () => {
    await ordered({ products: [90], ago: DAY, origin: "found" });
    await ordered({ products: [91], ago: 61 * DAY });
    expect((await search()).recentlyOrdered).toEqual([]);
  });

  it("are at most eight, however much was ordered", async () => {
    const ids = Array.from({ length: 100 }, (_, at) => 120 - at);
    await ordered({ products: ids.slice(0, 30), ago: 1_000 });
    await ordered({ products: ids, ago: 2_000 });
    const page = await search();
    expect(page.recentlyOrdered).toHaveLength(8);
    expect(firstIds(page, 10).slice(8)).toEqual([1, 2]);
    expect(firstIds(page, 8).every((id) => id > 90)).toBe(true);
  });

  it("change at once with a new order or a rejection of the newest, and within half a minute otherwise", async () => {
    expect(firstIds(await search(), 1)).toEqual([1]);
    await ordered({ products: [50], ago: 5_000, externalOrderCode: "A" });
    expect(firstIds(await search(), 1)).toEqual([50]);
    await ordered({ products: [60], ago: 1_000, externalOrderCode: "B" });
    expect(firstIds(await search(), 2)).toEqual([60, 50]);
    const set = { state: "rejected" as const };
    await stack.program.db.update(orders).set(set).where(eq(orders.externalOrderCode, "B"));
    expect(firstIds(await search(), 2)).toEqual([50, 1]);
    await stack.program.db.update(orders).set(set).where(eq(orders.externalOrderCode, "A"));
    stack.advance(31_000);
    expect(firstIds(await search(), 2)).toEqual([1, 2]);
  });
});
