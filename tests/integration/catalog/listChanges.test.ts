import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changesFilterSchema, changesQuerySchema } from "#lib/contracts/catalog/catalogChanges.ts";
import { HOUR, toIso } from "#lib/time/instant.ts";
import { countChanges } from "#server/catalog/changes/countChanges.ts";
import { listChanges } from "#server/catalog/changes/listChanges.ts";
import { readTextConditions } from "#server/catalog/changes/textConditions.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { isAppError } from "#server/context/errors.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { draftOf, lineOf, orderOf } from "./affectedThings.ts";
import { failure, product, type ScriptedService } from "./scriptedService.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";

let world: CatalogWorld;
let service: ScriptedService;
beforeAll(async () => {
  world = await catalogWorld();
  await world.program.db.insert(members).values({
    ...world.request.actor,
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  service = await world.reset();
});

const sync = () => syncCatalog(world.program, "sandbox", { firstPause: 1 });
const list = (asked: Record<string, unknown> = {}, request: MemberRequest = world.request) =>
  listChanges(request, changesQuerySchema.parse(asked));
const ids = async (asked: Record<string, unknown> = {}) =>
  (await list(asked)).items.map(({ productId }) => productId);

/** Six products, then: 1 costs more, 2 is gone, 7 is new; an hour later 3 has another name. */
async function twoDays(): Promise<{ first: number; second: number }> {
  const before = [1, 2, 3, 4, 5, 6].map((id) => product(id, { countryCode: id % 2 === 0 ? "DE" : "FR" }));
  service.products = before;
  await sync();
  world.clock.advance(HOUR);
  const first = world.clock.now();
  service.products = before
    .filter(({ id }) => id !== 2)
    .map((each) => (each.id === 1 ? { ...each, price: 1_250 } : each))
    .concat(product(7, { countryCode: "JP", currencyCode: "JPY", brands: ["Orbit"], name: "Kumo 100%" }));
  await sync();
  world.clock.advance(24 * HOUR);
  const second = world.clock.now();
  service.products = service.products.map((each) => (each.id === 3 ? { ...each, name: "Renamed" } : each));
  await sync();
  return { first, second };
}

describe("the list of changes", () => {
  it("comes newest first, page by page, each change once", async () => {
    const { first, second } = await twoDays();
    expect(await ids()).toEqual([3, 7, 2, 1]);
    const page = await list({ take: 3 });
    expect(page.items.map(({ foundAt }) => foundAt)).toEqual([toIso(second), toIso(first), toIso(first)]);
    const rest = await list({ take: 3, cursor: page.nextCursor });
    expect(rest.items).toMatchObject([
      { productId: 1, kinds: ["price"], before: { price: 1_001 }, after: { price: 1_250 }, affects: [] },
    ]);
    expect(rest.nextCursor).toBeNull();
  });

  it("is filtered like the catalog, by kind, product and period", async () => {
    const { second } = await twoDays();
    expect(await ids({ kind: "gone" })).toEqual([2]);
    expect(await ids({ kind: ["gone", "new"] })).toEqual([7, 2]);
    expect(await ids({ country: ["FR", "JP"] })).toEqual([3, 7, 1]);
    expect(await ids({ currency: "JPY" })).toEqual([7]);
    expect(await ids({ brand: "Orbit" })).toEqual([7]);
    expect(await ids({ denomination: "open" })).toEqual([]);
    expect(await ids({ product: "2" })).toEqual([2]);
    expect(await ids({ product: ["3", "2", "6"] })).toEqual([3, 2]);
    expect(await ids({ from: toIso(second) })).toEqual([3]);
    expect(await ids({ to: toIso(second) })).toEqual([7, 2, 1]);
  });

  it("is searched by words of the name now and before, of the brand, and by the product's id", async () => {
    await twoDays();
    expect(await ids({ q: "renamed" })).toEqual([3]);
    expect(await ids({ q: "PRODUCT 3" })).toEqual([3]);
    expect(await ids({ q: "orb" })).toEqual([7]);
    expect(await ids({ q: "7" })).toEqual([7]);
    expect(await ids({ q: "kumo orb" })).toEqual([7]);
    expect(await ids({ q: "orbit renamed" })).toEqual([]);
    // Inside of words of today's catalog, and at the beginning of those of earlier names.
    expect(await ids({ q: "rbi" })).toEqual([7]);
    expect(await ids({ q: "produ" })).toEqual([3, 2, 1]);
    // A percent sign is no wildcard.
    expect(await ids({ q: "0%" })).toEqual([7]);
    expect(await ids({ q: "%" })).toEqual([7]);
  });

  it("is searched by an index, so that a rare word is found without reading every change", async () => {
    await twoDays();
    const { db } = world.program;
    await db.execute(sql`insert into catalog_changes (environment, product_id, sync_run_id, found_at, kinds, before, after, languages, brands, categories, tags)
      select 'sandbox', 1000 + n, 1, '2020-01-01', '{price}', '{}', jsonb_build_object('name', 'Common ' || n), '{}', '{}', '{}', '{}' from generate_series(1, 5000) n`);
    await db.execute(sql`analyze catalog_changes`);
    const conditions = await readTextConditions(world.request, "common4711 orbit");
    const { rows } = await db.execute(
      sql`explain select id from catalog_changes where ${sql.join([...conditions], sql` and `)} order by found_at desc limit 51`,
    );
    expect(JSON.stringify(rows)).toContain("catalog_changes_words");
    expect(await ids({ q: "common 4711" })).toEqual([5711, 4711]);
  });

  it("takes what is typed for a text, never for a part of the question", async () => {
    await twoDays();
    for (const typed of [
      "'; drop table catalog_changes; --",
      '{"Orbit"}',
      "Orbit,Kumo",
      "\\",
      "$1",
      "_",
      "null",
    ]) {
      for (const field of ["q", "country", "language", "brand", "category", "tag", "currency"])
        expect([field, typed, await ids({ [field]: typed })]).toEqual([field, typed, []]);
      const counts = await countChanges(world.request, changesFilterSchema.parse({ brand: typed }));
      expect(counts.brand).toHaveLength(4);
      expect(counts.kind).toEqual([]);
    }
  });

  it("says which favourites, drafts, templates, restock rules and waiting orders a change affects, and only of what the member may see", async () => {
    await twoDays();
    const { db } = world.program;
    const { id: memberId } = world.request.actor;
    const now = world.clock.now();
    const environment = "sandbox" as const;
    const [other] = await db
      .insert(members)
      .values({ email: "o@b.c", name: "O", role: "buyer", createdAt: now, updatedAt: now })
      .returning();
    await db.insert(favourites).values([
      { environment, memberId, shared: false, productId: 1, at: now },
      { environment, memberId: other?.id ?? "", shared: false, productId: 2, at: now },
      { environment: "production", memberId, shared: false, productId: 3, at: now },
    ]);
    await db.insert(drafts).values([
      { memberId, environment, name: "mine", draft: draftOf(1), version: 1 },
      { memberId: other?.id ?? "", environment, name: "theirs", draft: draftOf(2), version: 1 },
      { memberId: other?.id ?? "", environment, name: "shared", shared: true, draft: draftOf(3), version: 1 },
    ]);
    await db.insert(orderTemplates).values({
      environment,
      memberId,
      name: "Monthly",
      nameKey: "monthly",
      createdAt: now,
      updatedAt: now,
      content: { ...draftOf(7), lines: [lineOf(7), lineOf(1)] },
    });
    const by = { placedBy: memberId, createdAt: now };
    await db
      .insert(orders)
      .values([orderOf(2, { ...by, state: "awaiting_approval" }), orderOf(3, { ...by, state: "completed" })]);
    const terms = {
      mode: "tell" as const,
      keep: 1,
      refillTo: 1,
      multiple: 1,
      createdAt: now,
      updatedAt: now,
    };
    const others = { ownerId: other?.id ?? "", changedBy: other?.id ?? "" };
    await db.insert(restockRules).values([
      { ...terms, ...others, environment, productId: 7 },
      { ...terms, ...others, environment, productId: 2, deletedAt: now },
    ]);
    const affects = async (request?: MemberRequest) =>
      Object.fromEntries((await list({}, request)).items.map((each) => [each.productId, each.affects]));
    expect(await affects()).toEqual({
      1: ["favourites", "drafts", "templates"],
      2: ["approvals"],
      3: ["drafts"],
      7: ["templates", "rules"],
    });
    expect(await ids({ affects: "rules" })).toEqual([7]);
    expect(await ids({ affects: "drafts" })).toEqual([3, 1]);
    expect(await ids({ affects: ["favourites", "templates"] })).toEqual([7, 1]);
    expect(await ids({ affects: "approvals" })).toEqual([2]);
    // Who places no orders sees neither drafts nor templates.
    const viewer = { ...world.request, actor: { ...world.request.actor, role: "viewer" as const } };
    expect(await affects(viewer)).toEqual({ 1: ["favourites"], 2: ["approvals"], 3: [], 7: ["rules"] });
    await db.delete(restockRules);
    await db.delete(orders);
    await db.delete(favourites);
    await db.delete(drafts);
    await db.delete(orderTemplates);
  });

  it("counts what each choice would show, whatever else of the same filter is chosen", async () => {
    await twoDays();
    const counts = await countChanges(world.request, { kind: ["price"] });
    expect(counts.kind.map(({ value, count }) => [value, count])).toEqual([
      ["new", 1],
      ["gone", 1],
      ["price", 1],
      ["name", 1],
    ]);
    expect(counts.country).toEqual([{ value: "FR", label: "France", count: 1 }]);
    const all = await countChanges(world.request, { country: ["DE"] });
    expect(all.country.map(({ value, count }) => [value, count])).toEqual([
      ["FR", 2],
      ["DE", 1],
      ["JP", 1],
    ]);
    expect(all.kind.map(({ value }) => value)).toEqual(["gone"]);
  });

  it("counts anew once a sync run has recorded more, and for each what is theirs", async () => {
    await twoDays();
    const prices = async (request = world.request) => {
      const { kind, affects } = await countChanges(request, {});
      return [kind.find(({ value }) => value === "price")?.count, affects.map(({ value }) => value)];
    };
    expect(await prices()).toEqual([1, []]);
    world.clock.advance(HOUR);
    service.products = service.products.map((each) => (each.id === 5 ? { ...each, price: 7 } : each));
    await sync();
    expect(await prices()).toEqual([2, []]);
    const { id: memberId } = world.request.actor;
    const mine = {
      environment: "sandbox" as const,
      memberId,
      shared: false,
      productId: 5,
      at: world.clock.now(),
    };
    await world.program.db.insert(favourites).values(mine);
    expect(await prices()).toEqual([2, ["favourites"]]);
    await world.program.db.delete(favourites);
  });

  it("leaves connections to the database to others, however many searches one member sends", async () => {
    await twoDays();
    const { db } = world.program;
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${catalogChanges} in access exclusive mode`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    // As many as are handled at a time, for which the database has too few connections.
    const searches = Array.from({ length: 32 }, () =>
      ids({ q: "orb" }).catch((error: unknown) => (isAppError(error) ? error.kind : String(error))),
    );
    await untilBlocked(world.program, 2);
    expect(await db.$count(members)).toBeGreaterThan(0);
    held.resolve();
    await lock;
    const answers = await Promise.all(searches);
    expect(answers.filter((answer) => answer === "too-many")).toHaveLength(10);
    expect(answers.filter((answer) => answer !== "too-many")).toEqual(Array.from({ length: 22 }, () => [7]));
  });

  it("is that of the request's environment", async () => {
    await twoDays();
    expect((await list({}, { ...world.request, environment: "production" })).items).toEqual([]);
  });

  it("says since when changes are recorded, and when the latest run saw too few products", async () => {
    expect(await list()).toMatchObject({ recordedSince: null, tooFewSeen: null });
    const begun = toIso(world.clock.now());
    await twoDays();
    expect(await list()).toMatchObject({ recordedSince: begun, tooFewSeen: null });
    const whole = service.products;
    service.products = whole.slice(0, 1);
    world.clock.advance(HOUR);
    await sync();
    expect(await list()).toMatchObject({
      recordedSince: begun,
      tooFewSeen: { at: toIso(world.clock.now()), seen: 1 },
    });
    expect(await ids()).toHaveLength(4);
  });

  it("says when the latest sync run was interrupted, until one is complete", async () => {
    await twoDays();
    expect((await list()).interruptedAt).toBeNull();
    const broken = failure({ kind: "unauthorised", statusCode: 401 });
    service.beforePage = () => ({ ok: false, failure: broken });
    world.clock.advance(HOUR);
    await sync();
    expect((await list()).interruptedAt).toBe(toIso(world.clock.now()));
    const elsewhere = { ...world.request, environment: "production" as const };
    expect((await list({}, elsewhere)).interruptedAt).toBeNull();
    service.beforePage = null;
    await sync();
    expect((await list()).interruptedAt).toBeNull();
  });
});
