import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogPageSchema, catalogQuerySchema, type CatalogPage } from "#lib/contracts/catalog/catalog.ts";
import { productDetailSchema, type Product } from "#lib/contracts/catalog/product.ts";
import {
  checkAmount,
  defaultAmount,
  describeAmounts,
  nearestAmounts,
  stepAmount,
} from "#lib/catalog/denominations/denomination.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { ensureCatalogFresh } from "#server/catalog/sync/syncCatalog.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogSyncRuns, catalogProducts } from "#server/db/schema/catalog.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { HOSTILE } from "#sandbox/catalog/hostile.ts";

// The real program and the real sandbox with its hostile catalog.
const USUAL = 255;
let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld({ products: 200 });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sandbox.control("POST", "reset");
  await world.database.db.delete(catalogProducts);
  await world.database.db.delete(catalogSyncRuns);
});

const serve = (catalog: string) => world.sandbox.control("POST", "settings", { catalog });
const sync = (limits = {}) => syncCatalog(world.program, "sandbox", { firstPause: 1, ...limits });
const syncRuns = () => world.database.db.select().from(catalogSyncRuns).orderBy(catalogSyncRuns.id);
const asked = async () => {
  const requests = await world.sandbox.control("GET", "requests");
  return Array.isArray(requests) ? requests.length : 0;
};
const search = async (query: Record<string, unknown> = {}): Promise<CatalogPage> => {
  const page = await searchProducts(world.request, catalogQuerySchema.parse(query));
  expect(catalogPageSchema.parse(page)).toEqual(page);
  return page;
};
/** While a catalog is indexed again, searches use the previous index. */
const expectTotal = async (total: number) => {
  await expect.poll(async () => (await search()).total, { interval: 50 }).toBe(total);
};

function idOf(record: unknown): number | null {
  return typeof record === "object" && record !== null && "id" in record && typeof record.id === "number"
    ? record.id
    : null;
}
function idNamed(what: string): number {
  const id = idOf(HOSTILE.find((each) => each.what === what)?.record);
  if (id === null) throw new Error(`no hostile record: ${what}`);
  return id;
}

/** The unreadable records, with the reason. All others are shown. */
const SET_ASIDE = {
  "no product at all": /not an object/,
  "a text for a product": /not an object/,
  "a list for a product": /not an object/,
  "no id": /no id/,
  "an id of zero": /not positive/,
  "a negative id": /not positive/,
  "an id with a fraction": /no id, or one that is not an integer/,
  "an id in words": /no id, or one that is not an integer/,
  "an id beyond what is exact": /no id, or one that is not an integer/,
  "one of two with one id": /is on one page twice/,
};

/** How records are shown, if that differs from the record. */
const SHOWN: Record<string, Partial<Product>> = {
  "bidirectional overrides": { name: "Bidi draC tfiG", brands: ["Brand driht"] },
  "nothing to be seen": { name: "Product 800006", brands: [], categories: [], tags: [] },
  "a negative price": { price: null },
  "a price with a fraction": { price: null },
  "the largest price": { price: Number.MAX_SAFE_INTEGER },
  "a negative step": { denominationStep: null },
  "a negative minimum": { denominationMinValue: null },
  "an unknown currency": { currencyCode: "ZZZ" },
  "a currency of markup": { currencyCode: "<b onclick=hostile>", countryCode: "<i>DE" },
  "a currency that turns amounts around": { currencyCode: null },
  "a currency as a number": { currencyCode: null },
  "a country that is none": { countryCode: null },
  "the other of two with one id": { name: "Twin, the second", price: 2_000 },
};

describe("a hostile catalog", () => {
  beforeEach(async () => {
    await serve("hostile");
    const shown = HOSTILE.length - Object.keys(SET_ASIDE).length;
    expect(await sync()).toEqual({ kind: "complete", seen: USUAL + shown, retired: 0 });
    await expectTotal(USUAL + shown);
  });

  it("is read to its end: each record is shown, or listed as unreadable with a reason", async () => {
    const [run] = await syncRuns();
    const reasons = run?.unreadable.map(({ reason }) => reason) ?? [];
    expect(reasons).toHaveLength(Object.keys(SET_ASIDE).length);
    for (const [what, reason] of Object.entries(SET_ASIDE)) {
      expect(HOSTILE.map((each) => each.what)).toContain(what);
      expect(
        reasons.some((each) => reason.test(each)),
        what,
      ).toBe(true);
    }
    for (const { what, record } of HOSTILE) {
      if (what in SET_ASIDE) continue;
      const id = Number(typeof record === "object" && record !== null && "id" in record ? record.id : 0);
      expect(
        (await search({ q: String(id) })).items.map((item) => item.id),
        what,
      ).toContain(id);
    }
  });

  it("has rows of limited size, and no text that a page or a database cannot hold", async () => {
    const page = await search({ take: 200, sort: "name" });
    for (const item of page.items) {
      for (const text of [item.name, ...item.brands, ...item.categories, ...item.tags]) {
        expect(text.length).toBeLessThanOrEqual(301);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain("\u0000");
        expect(text).toMatch(/[^\s\p{Default_Ignorable_Code_Point}]/u);
      }
      expect(item.tags.length).toBeLessThanOrEqual(20);
    }
    for (const counts of Object.values(page.facets)) expect(counts.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(page).length).toBeLessThan(300_000);
  });

  it.each(
    HOSTILE.filter(({ what }) => !(what in SET_ASIDE) && what !== "an id as text").map(({ what }) => what),
  )("with %s opens as a product, and its amounts can be told", async (what) => {
    const id = idNamed(what);
    const { raw, ...product } = productDetailSchema.parse(await readProduct(world.request, id));
    expect(product).toMatchObject({ id, stale: false, ...SHOWN[what] });
    expect(JSON.stringify(raw).length).toBeGreaterThan(2);
    for (const text of [describeAmounts(product), checkAmount(product, 1_234)?.message ?? ""]) {
      expect(text).not.toMatch(/NaN|undefined|Infinity|null/);
    }
    const offered = [
      ...nearestAmounts(product, 1_234),
      stepAmount(product, 1_234, 1),
      defaultAmount(product),
    ];
    for (const amount of product.denomination === "open" ? offered : []) {
      if (amount !== null) expect(checkAmount(product, amount)).toBeNull();
    }
  });

  it("can be ordered from, under the names as they are, except if there is no price", async () => {
    const orderable = HOSTILE.flatMap(({ product }) => product ?? []);
    const lines = orderable.map(({ id }) => ({ productId: id, quantity: 1 }));
    const placed = await placeOrder(world.request, confirmation(0, { lines }));
    expect(placed).toMatchObject({ state: "processing", price: 1_000 * orderable.length });
    expect(placed.lines[0]?.productName).toBe(orderable[0]?.name);
    const priceless = idNamed("a negative price");
    const refused = await preflightOrder(world.request, {
      currency: "EUR",
      lines: [{ productId: priceless, quantity: 1 }],
    });
    expect(refused).toMatchObject({ ok: false, problems: [{ productId: priceless }] });
  });
});

describe("an endless list", () => {
  it("that repeats one page is given up soon with a reason, and what was read can be searched", async () => {
    await serve("repeating");
    const result = await sync();
    expect(result).toMatchObject({ kind: "failed", reason: expect.stringContaining("the same products") });
    expect(await asked()).toBeLessThanOrEqual(25);
    await expectTotal(100);
    expect(await search()).toMatchObject({ asOf: null, stale: true, progress: null });
    expect((await search()).staleReason).toMatch(/may ignore "skip"/);
  });

  it("that has ever more products is read up to the limit of one process, with a reason", async () => {
    await serve("endless");
    const begun = world.now();
    const result = await sync({ maxRecords: 2_000 });
    expect(result).toMatchObject({
      kind: "failed",
      reason:
        "The service's list has more than 2,000 products. Codedesk reads no further; the products read so far can be searched.",
    });
    expect(result.kind === "failed" && result.retryAt - begun).toBeGreaterThanOrEqual(30 * MINUTE);
    expect(await asked()).toBe(20);
    // Neither the schedule nor an instance that has just started reads the list again meanwhile.
    expect(await ensureCatalogFresh(world.program, "sandbox")).toEqual({ kind: "resting" });
    expect(await asked()).toBe(20);
    await expectTotal(2_000);
    expect(await search()).toMatchObject({
      stale: true,
      progress: null,
      staleReason: expect.stringMatching(/more than 2,000/),
    });
  });

  it("retires no product that was read before, and the next complete sync run corrects everything", async () => {
    expect(await sync()).toMatchObject({ kind: "complete", seen: USUAL });
    await serve("endless");
    expect(await sync({ maxRecords: 500 })).toMatchObject({ kind: "failed" });
    await expectTotal(USUAL + 500);
    expect(await search()).toMatchObject({ stale: true, asOf: expect.any(String) });
    await serve("usual");
    await world.advance(30 * MINUTE);
    const mended = await ensureCatalogFresh(world.program, "sandbox");
    expect(mended).toEqual({ kind: "complete", seen: USUAL, retired: 500 });
    await expectTotal(USUAL);
    expect(await search()).toMatchObject({ stale: false, staleReason: null });
  });
});
