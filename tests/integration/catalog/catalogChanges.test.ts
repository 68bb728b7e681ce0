import "#tests/support/seed.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RECORDED_FIELDS, type RecordedFields } from "#lib/contracts/catalog/changeKinds.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { HOUR } from "#lib/time/instant.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogChanges, catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { failure, product, type ScriptedService } from "./scriptedService.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";

let world: CatalogWorld;
let service: ScriptedService;
beforeAll(async () => {
  world = await catalogWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  service = await world.reset();
});

const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => product(from + at));
const sync = () => syncCatalog(world.program, "sandbox", { firstPause: 1 });
const entries = () => world.program.db.select().from(catalogChanges).orderBy(catalogChanges.id);
const found = async () =>
  (await entries()).map(({ productId, kinds, before }) => ({ productId, kinds, before }));
const recorded = async () =>
  (await world.program.db.select().from(catalogSyncRuns).orderBy(catalogSyncRuns.id)).map(
    ({ changesRecorded, changeCount }) => [changesRecorded, changeCount],
  );
/** Changes one product of the service. */
const change = (id: number, to: Partial<Product>) => {
  service.products = service.products.map((each) => (each.id === id ? { ...each, ...to } : each));
};
const open = (id: number, more: Partial<Product> = {}) =>
  product(id, {
    denominationType: "open",
    denomination: "open",
    price: null,
    denominationMinValue: 500,
    denominationMaxValue: 10_000,
    denominationStep: 500,
    denominationDefaultValue: 2_500,
    ...more,
  });

describe("the changes of the catalog", () => {
  it("begin after the first sync run, whose products are no change", async () => {
    service.products = many(3);
    await sync();
    expect(await found()).toEqual([]);
    await sync();
    expect(await found()).toEqual([]);
    expect(await recorded()).toEqual([
      ["first", null],
      ["recorded", 0],
    ]);
  });

  it("have a kind for each field that people order by, with its earlier and its new value", async () => {
    service.products = [...many(4), open(5)];
    await sync();
    world.clock.advance(HOUR);
    change(1, { price: 1_250 });
    change(2, { currencyCode: "USD" });
    change(3, { countryCode: "FR" });
    change(4, { name: "Renamed" });
    change(5, { denominationMaxValue: 20_000, denominationStep: 1_000, denominationDefaultValue: 3_000 });
    await sync();
    const written = await entries();
    expect(written.map(({ productId, kinds, before }) => [productId, kinds, before])).toEqual([
      [1, ["price"], { price: 1_001 }],
      [2, ["currency"], { currencyCode: product(2).currencyCode }],
      [3, ["country"], { countryCode: product(3).countryCode }],
      [4, ["name"], { name: "Product 4" }],
      [
        5,
        ["bounds", "step", "suggested"],
        { denominationMaxValue: 10_000, denominationStep: 500, denominationDefaultValue: 2_500 },
      ],
    ]);
    expect(written[0]).toMatchObject({
      after: { price: 1_250, name: "Product 1" },
      brands: ["Brand 1"],
      foundAt: world.clock.now(),
    });
  });

  it("say that a product is new, gone and back, and what else has changed when it is back", async () => {
    service.products = many(3);
    await sync();
    service.products = [...many(2), product(9)];
    await sync();
    expect(await found()).toEqual([
      { productId: 3, kinds: ["gone"], before: {} },
      { productId: 9, kinds: ["new"], before: {} },
    ]);
    service.products = [...many(2), product(3, { price: 7 }), product(9)];
    await sync();
    expect((await found()).slice(2)).toEqual([
      { productId: 3, kinds: ["back", "price"], before: { price: 1_003 } },
    ]);
  });

  it("of one product in one sync run are one entry, whatever their number", async () => {
    service.products = many(3);
    await sync();
    change(2, { price: 1, name: "Other", countryCode: "AT" });
    await sync();
    expect(await found()).toEqual([
      {
        productId: 2,
        kinds: ["price", "country", "name"],
        before: { price: 1_002, name: "Product 2", countryCode: product(2).countryCode },
      },
    ]);
  });

  it("are not written for what nobody orders by, nor by a run that found nothing new", async () => {
    service.products = many(3);
    await sync();
    change(2, { tags: ["summer"] });
    await sync();
    await sync();
    expect(await found()).toEqual([]);
  });

  it("are left by an interrupted run to the one that completes, and written once", async () => {
    service.products = many(250);
    await sync();
    change(1, { price: 5 });
    service.beforePage = ({ skip }) =>
      skip === 100 ? { ok: false, failure: failure({ kind: "unauthorised", statusCode: 401 }) } : undefined;
    await sync();
    expect(await found()).toEqual([]);
    service.beforePage = null;
    await sync();
    await sync();
    expect(await found()).toEqual([{ productId: 1, kinds: ["price"], before: { price: 1_001 } }]);
  });

  it("are not concluded from a run that saw less than half of the catalog, which says so; the next one writes them", async () => {
    service.products = many(100);
    await sync();
    service.products = [product(1, { price: 5 }), ...many(48, 2)];
    await sync();
    expect(await found()).toEqual([]);
    expect((await recorded()).at(-1)).toEqual(["too-few-seen", null]);
    service.products = [product(1, { price: 5 }), ...many(99, 2)];
    await sync();
    expect(await found()).toEqual([{ productId: 1, kinds: ["price"], before: { price: 1_001 } }]);
    // Exactly half is enough. A catalog that stays small is confirmed by the run after the first.
    service.products = many(20, 2);
    await sync();
    expect(await found()).toHaveLength(1);
    await sync();
    expect((await found()).slice(1).every(({ kinds }) => kinds[0] === "gone")).toBe(true);
    expect(await found()).toHaveLength(1 + 80);
  });

  it("that a member's look at a product has stored meanwhile are found by the next run", async () => {
    service.products = many(3);
    await sync();
    change(2, { price: 5 });
    await readProduct(world.request, 2);
    service.products = service.products.filter(({ id }) => id !== 3);
    await expect(readProduct(world.request, 3)).rejects.toThrow();
    expect(await found()).toEqual([]);
    await sync();
    expect(await found()).toEqual([
      { productId: 2, kinds: ["price"], before: { price: 1_002 } },
      { productId: 3, kinds: ["gone"], before: {} },
    ]);
  });

  it("of one environment are not those of the other", async () => {
    service.products = many(3);
    await sync();
    world.program.services = { production: service };
    await syncCatalog(world.program, "production", { firstPause: 1 });
    expect(await found()).toEqual([]);
    expect(await recorded()).toEqual([
      ["first", null],
      ["first", null],
    ]);
  });

  it("add up to the catalog of today, whatever happened before: interrupted runs, small ones, two at once, and single looks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }), async (steps) => {
        service = await world.reset();
        service.products = many(8);
        await sync();
        const first = service.products;
        for (const step of steps) await play(step);
        // What was left: a run that continues an interrupted one, one that sees too few, and one that confirms it.
        for (let run = 0; run < 3; run += 1) await sync();
        const written = await entries();
        expect(replay(first, written)).toEqual(ordered(service.products));
        const perRun = written.map(({ syncRunId, productId }) => `${syncRunId} ${productId}`);
        expect(new Set(perRun).size).toBe(perRun.length);
        const runs = await world.program.db.select().from(catalogSyncRuns);
        for (const { id, changesRecorded, changeCount } of runs) {
          const ofRun = written.filter(({ syncRunId }) => syncRunId === id).length;
          expect([id, ofRun]).toEqual([id, changesRecorded === "recorded" ? changeCount : 0]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

const stepArbitrary = fc.record({
  changes: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      price: fc.option(fc.integer({ min: 1, max: 5 })),
      name: fc.constantFrom("a", "b"),
      isListed: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  isRead: fc.boolean(),
  sync: fc.constantFrom("once" as const, "twice at once" as const, "interrupted" as const),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes the service's catalog, opens a product, and syncs, three products a page. */
async function play({ changes, isRead, sync: how }: Step): Promise<void> {
  const byId = new Map(service.products.map((each) => [each.id, each]));
  for (const { id, isListed, ...to } of changes) {
    if (isListed) byId.set(id, product(id, to));
    else byId.delete(id);
  }
  service.products = [...byId.values()].toSorted((one, other) => one.id - other.id);
  if (isRead) await readProduct(world.request, 1).catch(() => null);
  const paged = () => syncCatalog(world.program, "sandbox", { firstPause: 1, take: 3 });
  if (how === "interrupted") {
    service.beforePage = ({ skip }) =>
      skip >= 3 ? { ok: false, failure: failure({ kind: "unauthorised", statusCode: 401 }) } : undefined;
  }
  await Promise.all(how === "twice at once" ? [paged(), paged()] : [paged()]);
  service.beforePage = null;
}

const ordered = (products: readonly Product[]) =>
  [...products].toSorted((one, other) => one.id - other.id).map((each) => [each.id, fieldsOf(each)]);

function fieldsOf(fields: RecordedFields) {
  return Object.fromEntries(Object.keys(RECORDED_FIELDS).map((name) => [name, Reflect.get(fields, name)]));
}

/** The catalog that the entries make of the first one. Each has as its earlier values those that the entries before it have left. */
function replay(first: readonly Product[], written: readonly (typeof catalogChanges.$inferSelect)[]) {
  const offered = new Map(first.map((each) => [each.id, fieldsOf(each)]));
  const last = new Map(offered);
  for (const { productId, kinds, before, after } of written) {
    const known = last.get(productId);
    expect(kinds.includes("new")).toBe(known === undefined);
    if (known !== undefined) expect({ ...fieldsOf(after), ...before }).toEqual(known);
    last.set(productId, fieldsOf(after));
    if (kinds.includes("gone")) offered.delete(productId);
    else offered.set(productId, fieldsOf(after));
  }
  return [...offered].toSorted(([one], [other]) => one - other);
}
