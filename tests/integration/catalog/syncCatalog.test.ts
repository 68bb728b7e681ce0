import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import type { ProductListing } from "#server/serviceClient/readers/answers.ts";
import { describeCatalogState } from "#server/catalog/sync/catalogState.ts";
import { latestSyncRuns } from "#server/catalog/sync/syncRuns.ts";
import { ensureCatalogFresh } from "#server/catalog/sync/syncCatalog.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogSyncRuns, catalogProducts } from "#server/db/schema/catalog.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";
import { failure, product, record, type ScriptedService } from "./scriptedService.ts";

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
const sync = (limits = {}) => syncCatalog(world.program, "sandbox", { firstPause: 1, ...limits });
const catalogState = async () =>
  describeCatalogState(world.program, "sandbox", await latestSyncRuns(world.program, "sandbox"));
const syncRuns = () => world.program.db.select().from(catalogSyncRuns).orderBy(catalogSyncRuns.id);
const rows = () => world.program.db.select().from(catalogProducts).orderBy(catalogProducts.productId);
const active = async () => (await rows()).filter((row) => row.retiredAt === null).map((row) => row.productId);

describe("a sync run", () => {
  it("reads every page and stores each product with its record", async () => {
    service.products = many(250);
    expect(await sync()).toEqual({ kind: "complete", seen: 250, retired: 0 });
    expect(service.pages.map(({ skip, take }) => [skip, take])).toEqual([
      [0, 100],
      [100, 100],
      [200, 100],
    ]);
    expect(await active()).toHaveLength(250);
    expect((await rows())[0]?.raw).toMatchObject({ extra: "kept" });
    expect(await syncRuns()).toMatchObject([{ complete: true, seen: 250, nextSkip: 250, failure: null }]);
  });

  it("of full pages only ends with an empty page, or with one that is not found or is beyond the total", async () => {
    service.products = many(200);
    expect(await sync()).toMatchObject({ kind: "complete", seen: 200 });
    const beyond = (kind: "not_found" | "refused") => {
      service.beforePage = ({ skip }) =>
        skip >= 200 ? { ok: false, failure: failure({ kind, statusCode: 400 }) } : undefined;
    };
    beyond("not_found");
    expect(await sync()).toMatchObject({ kind: "complete", seen: 200 });
    // It may be as far as the service goes.
    beyond("refused");
    expect(await sync()).toMatchObject({ kind: "failed" });
    world.clock.advance(2 * HOUR);
    service.total = () => 200;
    expect(await sync()).toMatchObject({ kind: "complete", seen: 200 });
  });

  it("that takes more than an hour resumes where it stopped, as long as it makes progress", async () => {
    service.products = many(300);
    const throttledAt = (page: number) => {
      service.beforePage = ({ skip }) =>
        skip === page
          ? { ok: false, failure: failure({ kind: "throttled", retryAfterMs: 50 * MINUTE }) }
          : undefined;
    };
    for (const page of [100, 200]) {
      throttledAt(page);
      expect(await sync()).toMatchObject({ kind: "paused" });
      world.clock.advance(50 * MINUTE);
    }
    service.pages = [];
    service.beforePage = null;
    expect(await sync()).toMatchObject({ kind: "complete", seen: 300 });
    expect(service.pages.map(({ skip }) => skip)).toEqual([200, 300]);
  });

  it("continues after a short page when the service's total says that more follow", async () => {
    service.products = many(120);
    service.total = () => 120;
    service.beforePage = ({ skip }) => {
      const products = service.products.slice(skip, skip + 50).map(record);
      return {
        ok: true,
        statusCode: 200,
        value: { products, unreadable: [], recordCount: products.length, total: 120 },
      };
    };
    expect(await sync()).toMatchObject({ kind: "complete", seen: 120 });
  });

  it("continues after a short page when the service says that more follow, without a total", async () => {
    service.products = many(245);
    service.beforePage = ({ skip }) => {
      const products = service.products.slice(skip, skip + 98).map(record);
      const hasMore = skip + products.length < 245;
      return {
        ok: true,
        statusCode: 200,
        value: { products, unreadable: [], recordCount: products.length, total: null, hasMore },
      };
    };
    expect(await sync()).toMatchObject({ kind: "complete", seen: 245 });
    expect(service.pages.map(({ skip }) => skip)).toEqual([0, 98, 196]);
  });

  it("continues after short pages where the service returns fewer at once, and says nothing", async () => {
    const few = (skip: number): ServiceAnswer<ProductListing> => {
      const products = service.products.slice(skip, skip + 50).map(record);
      const value = { products, unreadable: [], recordCount: products.length, total: null };
      return { ok: true, statusCode: 200, value };
    };
    service.products = many(120);
    service.beforePage = ({ skip }) => few(skip);
    expect(await sync()).toMatchObject({ kind: "complete", seen: 120 });
    expect(service.pages.map(({ skip }) => skip)).toEqual([0, 50, 100, 120]);
    // One that ignores "skip", and one that refuses what is beyond its end.
    service = await world.reset();
    service.products = many(120);
    service.beforePage = () => few(0);
    expect(await sync()).toMatchObject({ kind: "complete", seen: 50 });
    expect(service.pages).toHaveLength(2);
    service = await world.reset();
    service.products = many(50);
    service.beforePage = ({ skip }) =>
      skip === 0 ? undefined : { ok: false, failure: failure({ kind: "refused", statusCode: 400 }) };
    expect(await sync()).toMatchObject({ kind: "complete", seen: 50 });
  });

  it("ends with the refusal of a page that a short one promised, unless the total says that more follow", async () => {
    service.products = many(145);
    const answers = (total: number | null) => {
      service.beforePage = ({ skip }) => {
        if (skip >= 145) return { ok: false, failure: failure({ kind: "not_found", statusCode: 404 }) };
        const products = service.products.slice(skip, skip + 100).map(record);
        const value = { products, unreadable: [], recordCount: products.length, total, hasMore: true };
        return { ok: true, statusCode: 200, value };
      };
    };
    answers(200);
    expect(await sync()).toMatchObject({ kind: "failed" });
    world.clock.advance(2 * HOUR);
    answers(null);
    expect(await sync()).toMatchObject({ kind: "complete", seen: 145 });
  });

  it("sees products that are added before its place while it reads, and counts those once that they move to the next page", async () => {
    service.products = many(150);
    service.beforePage = (_query, call) => {
      if (call === 2) service.products = [...many(10, 1_000), ...service.products];
      return undefined;
    };
    expect(await sync()).toMatchObject({ kind: "complete", seen: 160 });
    expect(await active()).toHaveLength(160);
    expect(service.pages.map(({ skip }) => skip)).toEqual([0, 100, 0, 100]);
  });

  it("misses no product that moves to a page it has read, because another was removed, where the service tells a total", async () => {
    service.products = many(150);
    service.total = () => service.products.length;
    service.beforePage = (_query, call) => {
      if (call === 2) service.products = service.products.slice(1);
      return undefined;
    };
    expect(await sync()).toMatchObject({ kind: "complete", seen: 149 });
    expect(await active()).toEqual(many(149, 2).map(({ id }) => id));
  });

  it("sees what is added after an interruption, before the place where it resumes", async () => {
    service.products = many(250);
    service.beforePage = ({ skip }) =>
      skip === 200
        ? { ok: false, failure: failure({ kind: "throttled", retryAfterMs: 10 * MINUTE }) }
        : undefined;
    expect(await sync()).toMatchObject({ kind: "paused" });
    service.beforePage = null;
    service.products = [product(999), ...service.products];
    expect(await sync()).toMatchObject({ kind: "complete", seen: 251 });
    expect(await active()).toContain(999);
  });

  it("reads a list twice that has a product on two pages for good, and one that never keeps still three times", async () => {
    service.products = [...many(120), product(1)];
    expect(await sync()).toMatchObject({ kind: "complete", seen: 120 });
    expect(service.pages).toHaveLength(4);
    service.pages = [];
    service.products = many(150);
    service.beforePage = (_query, call) => {
      service.products = [product(1_000 + call), ...service.products];
      return undefined;
    };
    expect(await sync()).toMatchObject({ kind: "complete" });
    expect(service.pages.filter(({ skip }) => skip === 0)).toHaveLength(3);
  });

  it("that never keeps still concludes from no sample that many products are gone", async () => {
    service.products = many(400);
    await sync();
    service.products = many(150);
    service.beforePage = (_query, call) => {
      service.products = [product(1_000 + call), ...service.products];
      return undefined;
    };
    const result = await sync();
    expect(result).toMatchObject({ kind: "complete", retired: 20 });
    service.beforePage = null;
    expect(await sync()).toMatchObject({ kind: "complete", retired: 230 });
  });

  it("waits as long as the service asks when it is throttled, and continues with the same page", async () => {
    service.products = many(150);
    service.beforePage = (_query, call) =>
      call === 2 || call === 3
        ? { ok: false, failure: failure({ kind: "throttled", statusCode: 429, retryAfterMs: 120 }) }
        : undefined;
    const begun = performance.now();
    expect(await sync()).toMatchObject({ kind: "complete", seen: 150 });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(240);
    expect(service.pages.map(({ skip }) => skip)).toEqual([0, 100, 100, 100]);
  });

  it("stops for a long wait, and resumes where it stopped", async () => {
    service.products = many(250);
    service.beforePage = (_query, call) =>
      call === 3
        ? { ok: false, failure: failure({ kind: "throttled", statusCode: 429, retryAfterMs: 10 * MINUTE }) }
        : undefined;
    const now = world.clock.now();
    expect(await sync()).toMatchObject({ kind: "paused", retryAt: now + 10 * MINUTE });
    world.clock.advance(10 * MINUTE);
    expect(await sync()).toMatchObject({ kind: "complete", seen: 250 });
    expect(service.pages.at(-1)?.skip).toBe(200);
    expect(await syncRuns()).toHaveLength(1);
  });

  it("that was interrupted too long ago is not resumed", async () => {
    service.products = many(150);
    service.beforePage = (_query, call) =>
      call === 2 ? { ok: false, failure: failure({ kind: "unauthorised", statusCode: 401 }) } : undefined;
    expect(await sync()).toMatchObject({ kind: "failed" });
    world.clock.advance(2 * HOUR);
    expect(await sync()).toMatchObject({ kind: "complete", seen: 150 });
    expect(await syncRuns()).toMatchObject([{ complete: false }, { complete: true, seen: 150 }]);
  });

  it("retries a few times without a usable answer, then says what happened and keeps what it has", async () => {
    service.products = many(150);
    service.beforePage = ({ skip }) =>
      skip === 100
        ? { ok: false, failure: failure({ kind: "ambiguous", detail: "The answer broke off." }) }
        : undefined;
    expect(await sync()).toMatchObject({ kind: "failed", reason: "The answer broke off." });
    expect(service.pages).toHaveLength(5);
    expect(await active()).toHaveLength(100);
    expect(await catalogState()).toMatchObject({
      asOf: null,
      stale: true,
      staleReason: "The answer broke off.",
      progress: { seen: 100 },
    });
  });

  it("shows everybody the message of a failure, and administrators the details", async () => {
    const detail = "There is no list.\nSet SERVICE_CATALOG_POINTER.\nThe answer: {mine: text}";
    service.beforePage = () => ({ ok: false, failure: failure({ kind: "ambiguous", detail }) });
    await sync();
    expect(await syncRuns()).toMatchObject([{ failure: detail }]);
    expect(await catalogState()).toMatchObject({ stale: true, staleReason: "There is no list." });
  });

  it("is made by one of several instances", async () => {
    service.products = many(500);
    const results = await Promise.all([sync(), sync(), sync()]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["busy", "busy", "complete"]);
    expect(service.pages).toHaveLength(6);
    expect(await sync()).toMatchObject({ kind: "complete" });
  });

  it("is not due right after another one", async () => {
    service.products = many(5);
    expect(await ensureCatalogFresh(world.program, "sandbox")).toMatchObject({ kind: "complete" });
    expect(await ensureCatalogFresh(world.program, "sandbox")).toEqual({ kind: "fresh" });
    world.clock.advance(16 * MINUTE);
    expect(await ensureCatalogFresh(world.program, "sandbox")).toMatchObject({ kind: "complete" });
  });

  it("says so in an environment without a key", async () => {
    expect(await syncCatalog(world.program, "production")).toEqual({ kind: "not-configured" });
  });
});

describe("a product is retired", () => {
  it("only when a complete sync run did not see it and the service no longer has it", async () => {
    service.products = many(150);
    await sync();
    const [gone, ...rest] = service.products;
    expect(gone?.id).toBe(1);
    // Product 120 moves between two pages and is missed, but the service still has it.
    service.products = rest;
    service.beforePage = ({ skip }, call) => {
      if (call === 4) service.products = service.products.filter(({ id }) => id !== 120);
      if (skip > 0) return undefined;
      return undefined;
    };
    service.beforeRead = (id) =>
      id === 120 ? { ok: true, statusCode: 200, value: record(product(120)) } : undefined;
    expect(await sync()).toMatchObject({ kind: "complete", retired: 1 });
    expect(service.reads.toSorted((a, b) => a - b)).toEqual([1, 120]);
    expect(await active()).not.toContain(1);
    expect(await active()).toContain(120);
  });

  it("not by an interrupted sync run", async () => {
    service.products = many(150);
    await sync();
    service.products = many(100);
    service.beforePage = (_query, call) =>
      call > 3 ? { ok: false, failure: failure({ kind: "refused", statusCode: 403 }) } : undefined;
    expect(await sync()).toMatchObject({ kind: "failed" });
    expect(await active()).toHaveLength(150);
  });

  it("not when the whole list was empty while the service still has its products", async () => {
    service.products = many(150);
    await sync();
    service.beforePage = () => ({
      ok: true,
      statusCode: 200,
      value: { products: [], unreadable: [], recordCount: 0, total: 0 },
    });
    expect(await sync()).toMatchObject({ kind: "complete", retired: 0 });
    expect(await active()).toHaveLength(150);
    service.products = [];
    expect(await sync()).toMatchObject({ kind: "complete", retired: 150 });
    expect(await active()).toEqual([]);
  });

  it("and returns when the service lists it again", async () => {
    service.products = many(3);
    await sync();
    service.products = many(2);
    await sync();
    expect(await active()).toEqual([1, 2]);
    service.products = many(3);
    await sync();
    expect(await active()).toEqual([1, 2, 3]);
  });
});

describe("a hostile list", () => {
  it("that never ends is read up to a limit, with a message that says so", async () => {
    service.beforePage = ({ skip, take }) => ({
      ok: true,
      statusCode: 200,
      value: { products: many(take, skip + 1).map(record), unreadable: [], recordCount: take, total: null },
    });
    expect(await sync({ maxRecords: 700 })).toMatchObject({ kind: "failed" });
    expect(await active()).toHaveLength(700);
    const state = await catalogState();
    expect(state.staleReason).toMatch(/more than 700 products/);
  });

  it("that repeats its first page is given up, with a message that names the reason", async () => {
    const page: ProductListing = {
      products: many(100).map(record),
      unreadable: [],
      recordCount: 100,
      total: null,
    };
    service.beforePage = () => ({ ok: true, statusCode: 200, value: page });
    const result = await sync();
    expect(result).toMatchObject({ kind: "failed" });
    if (result.kind === "failed") expect(result.reason).toMatch(/same products again and again/);
    expect(service.pages.length).toBeLessThan(30);
  });

  it("that repeats a short page and says that more follow is given up, never reported as complete", async () => {
    const page: ProductListing = {
      products: many(98).map(record),
      unreadable: [],
      recordCount: 98,
      total: null,
      hasMore: true,
    };
    service.beforePage = () => ({ ok: true, statusCode: 200, value: page });
    expect(await sync()).toMatchObject({ kind: "failed" });
    expect(await active()).toHaveLength(98);
    expect(service.pages.length).toBeLessThan(30);
  });

  it("of texts that the database refuses is stored with those characters replaced", async () => {
    service.products = [
      product(1, { name: "a\u0000b\ud800c \\u0000 <script>" }),
      product(2, { name: "x".repeat(100_000) }),
    ];
    expect(await sync()).toMatchObject({ kind: "complete", seen: 2 });
    const kept = await rows();
    expect(kept[0]?.product.name).toBe("a\ufffdb\ufffdc \\u0000 <script>");
    expect(kept[1]?.product.name).toHaveLength(1_000);
    expect(kept[1]?.raw).toMatchObject({ notKept: expect.stringMatching(/characters/) });
  });

  it("has unreadable records, and duplicates on one page, listed with the reason", async () => {
    service.beforePage = () => ({
      ok: true,
      statusCode: 200,
      value: {
        products: [record(product(1)), record(product(1, { price: 5 })), record(product(2))],
        unreadable: [{ reason: "no id", raw: { name: "?" } }],
        recordCount: 4,
        total: null,
      },
    });
    expect(await sync()).toMatchObject({ kind: "complete", seen: 2 });
    const [run] = await syncRuns();
    expect(run?.unreadable.map(({ reason }) => reason)).toEqual([
      "no id",
      "Product 1 is on one page twice; the later record is used.",
    ]);
    const [kept] = await world.program.db
      .select()
      .from(catalogProducts)
      .where(eq(catalogProducts.productId, 1));
    expect(kept?.product.price).toBe(5);
  });

  it("with a nonsensical total does no harm", async () => {
    service.products = many(3);
    service.total = () => Number.MAX_SAFE_INTEGER;
    expect(await sync()).toMatchObject({ kind: "complete", seen: 3 });
    service.total = () => -7;
    expect(await sync()).toMatchObject({ kind: "complete", seen: 3 });
  });
});
