import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { catalogPage } from "#lib/contracts/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderLine } from "#lib/contracts/order.ts";
import { ORDER_STATES } from "#lib/contracts/orderState.ts";
import { isAtService } from "#lib/orders/lifecycle/states.ts";
import { DAY, MINUTE, toIso } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { GET as searchRoute } from "#app/api/catalog/products/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let desk: StackWithCatalog;
let bea: Person;
let sam: Person;
beforeAll(async () => {
  desk = await stackWithCatalog();
  await desk.stock("sandbox", 120);
  await desk.stock("production", 10);
  bea = await desk.person("buyer");
  sam = await desk.person("support");
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.program.db.delete(orders);
  desk.advance(MINUTE);
});

function line(productId: number): OrderLine {
  return { productId, productName: null, price: 100, quantity: 1, countryCode: null };
}

type Given = Partial<typeof orders.$inferInsert> & { products: number[]; ago: number };

/** An order as the ledger has it, confirmed `ago` milliseconds ago. */
async function ordered({ products, ago, ...more }: Given) {
  const createdAt = desk.now() - ago;
  await desk.program.db.insert(orders).values({
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
  return catalogPage.parse((await who.call(searchRoute, { path }, environment)).json);
}
const firstIds = (page: { items: { id: number }[] }, count: number) =>
  page.items.slice(0, count).map(({ id }) => id);

test("what the team ordered comes first in an empty search, the last first, and says when; then by name", async () => {
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
  // The team's, not the member's.
  expect(firstIds(await search("", sam), 3)).toEqual([7, 90, 40]);
});

test("a search, an order asked for and the other environment keep theirs; the mark stays on the row", async () => {
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

test.each(ORDER_STATES.filter((state) => !isAtService(state)))(
  "an order that is %s has not ordered anything, as far as is known",
  async (state) => {
    await ordered({ products: [90], ago: DAY, state });
    expect(firstIds(await search(), 2)).toEqual([1, 2]);
  },
);

test("orders placed elsewhere and long ago are not recent", async () => {
  await ordered({ products: [90], ago: DAY, origin: "found" });
  await ordered({ products: [91], ago: 61 * DAY });
  expect((await search()).recentlyOrdered).toEqual([]);
});

test("at most fifty products come first, however much was ordered", async () => {
  const ids = Array.from({ length: 100 }, (_, at) => 120 - at);
  await ordered({ products: ids.slice(0, 30), ago: 1_000 });
  await ordered({ products: ids, ago: 2_000 });
  const page = await search();
  expect(page.recentlyOrdered).toHaveLength(50);
  expect(firstIds(page, 52).slice(50)).toEqual([1, 2]);
  expect(firstIds(page, 30).every((id) => id > 90)).toBe(true);
});

test("a new order counts at once, a refusal of the newest as well, anything else within half a minute", async () => {
  expect(firstIds(await search(), 1)).toEqual([1]);
  await ordered({ products: [50], ago: 5_000, externalOrderCode: "A" });
  expect(firstIds(await search(), 1)).toEqual([50]);
  await ordered({ products: [60], ago: 1_000, externalOrderCode: "B" });
  expect(firstIds(await search(), 2)).toEqual([60, 50]);
  const set = { state: "rejected" as const };
  await desk.program.db.update(orders).set(set).where(eq(orders.externalOrderCode, "B"));
  expect(firstIds(await search(), 2)).toEqual([50, 1]);
  await desk.program.db.update(orders).set(set).where(eq(orders.externalOrderCode, "A"));
  desk.advance(31_000);
  expect(firstIds(await search(), 2)).toEqual([1, 2]);
});
