import { and, eq, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { catalogPage } from "#lib/contracts/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { favouritesView } from "#lib/contracts/favourites.ts";
import { FAVOURITES_LIMIT } from "#server/catalog/favourites/addFavourite.ts";
import { lockFavourites } from "#server/catalog/favourites/favouriteLists.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { GET as listRoute } from "#app/api/catalog/favourites/route.ts";
import {
  DELETE as unmarkRoute,
  PUT as markRoute,
} from "#app/api/catalog/favourites/[list]/[productId]/route.ts";
import { GET as searchRoute } from "#app/api/catalog/products/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let desk: StackWithCatalog;
let [admin, bea, ben, sam]: Person[] = [];
beforeAll(async () => {
  desk = await stackWithCatalog();
  await desk.stock("sandbox", 250);
  await desk.stock("production", 10);
  admin = await desk.person("admin", "Ada");
  bea = await desk.person("buyer", "Bea");
  ben = await desk.person("buyer", "Ben");
  sam = await desk.person("support", "Sam");
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.program.db.delete(favourites);
  await desk.program.db.delete(auditRecords).where(like(auditRecords.action, "team-favourite.%"));
});

type Who = Person | undefined;
function call(who: Who, ...args: Parameters<Person["call"]>) {
  if (!who) throw new Error("nobody");
  return who.call(...args);
}
const address = (list: string, productId: number | string) => ({
  params: { list, productId: String(productId) },
});
const mark = (who: Who, list: string, id: number | string, environment?: Environment) =>
  call(who, markRoute, { method: "PUT", ...address(list, id) }, environment);
const unmark = (who: Who, list: string, id: number, environment?: Environment) =>
  call(who, unmarkRoute, { method: "DELETE", ...address(list, id) }, environment);
const listed = async (who: Who, environment?: Environment) =>
  favouritesView.parse((await call(who, listRoute, {}, environment)).json);
async function search(who: Who, query: string, environment?: Environment) {
  const answer = await call(who, searchRoute, { path: `/api/catalog/products?${query}` }, environment);
  return catalogPage.parse(answer.json);
}
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
const audited = () =>
  desk.program.db
    .select({
      action: auditRecords.action,
      actorId: auditRecords.actorId,
      environment: auditRecords.environment,
      details: auditRecords.details,
    })
    .from(auditRecords)
    .where(like(auditRecords.action, "team-favourite.%"))
    .orderBy(auditRecords.id);

test("a member's own favourites are seen by that member alone, the last marked first", async () => {
  await mark(sam, "mine", 3);
  desk.advance(1_000);
  const answer = await mark(sam, "mine", 7);
  expect(answer.status).toBe(200);
  expect(favouritesView.parse(answer.json)).toEqual({ mine: [7, 3], team: [] });
  expect(await listed(bea)).toEqual({ mine: [], team: [] });
  expect((await unmark(bea, "mine", 3)).status).toBe(200);
  expect((await listed(sam)).mine).toEqual([7, 3]);
  expect(await audited()).toEqual([]);
});

test("a team's favourite is marked whatever its name is, also where that is cut in the middle of a character", async () => {
  const [before] = await desk.program.db
    .select({ product: catalogProducts.product })
    .from(catalogProducts)
    .where(and(eq(catalogProducts.environment, "sandbox"), eq(catalogProducts.productId, 9)));
  if (!before) throw new Error("no product 9");
  const name = `${"a".repeat(199)}😀 gift card`;
  await desk.program.db
    .update(catalogProducts)
    .set({ product: { ...before.product, name } })
    .where(and(eq(catalogProducts.environment, "sandbox"), eq(catalogProducts.productId, 9)));
  expect((await mark(admin, "team", 9)).status).toBe(200);
  expect((await unmark(admin, "team", 9)).status).toBe(200);
  const details = expect.objectContaining({ productId: 9, product: `${"a".repeat(199)}\uFFFD` });
  expect(await audited()).toMatchObject([{ details }, { details }]);
});

test("marking twice marks once, and taking off what is not there is no failure", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => mark(bea, "mine", 5)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await listed(bea)).mine).toEqual([5]);
  await unmark(bea, "mine", 5);
  expect((await unmark(bea, "mine", 5)).json).toEqual({ mine: [], team: [] });
});

test("the team's favourites are seen by all and changed by those who may share, each change audited once", async () => {
  expect((await mark(bea, "team", 4)).json).toEqual({ mine: [], team: [4] });
  await mark(ben, "team", 4);
  expect(await listed(sam)).toEqual({ mine: [], team: [4] });
  const refused = await mark(sam, "team", 9);
  expect(refused.status).toBe(403);
  expect(refused.json.detail).toMatch(/favourites of your own/);
  expect((await unmark(sam, "team", 4)).status).toBe(403);
  expect((await unmark(admin, "team", 4)).json).toEqual({ mine: [], team: [] });
  await unmark(ben, "team", 4);
  const details = expect.objectContaining({ productId: 4, product: "Card 004" });
  expect(await audited()).toEqual([
    { action: "team-favourite.added", actorId: bea?.id, environment: "sandbox", details },
    { action: "team-favourite.removed", actorId: admin?.id, environment: "sandbox", details },
  ]);
});

test("each environment has its own", async () => {
  await mark(bea, "mine", 2);
  await mark(bea, "team", 3, "production");
  expect(await listed(bea)).toEqual({ mine: [2], team: [] });
  expect(await listed(bea, "production")).toEqual({ mine: [], team: [3] });
  expect(ids(await search(bea, "favourites=any", "production"))).toEqual([3]);
  // The same product in both is marked twice and taken off once.
  await mark(bea, "mine", 2, "production");
  await mark(bea, "team", 3);
  await unmark(bea, "mine", 2);
  await unmark(bea, "team", 3);
  expect(await listed(bea)).toEqual({ mine: [], team: [] });
  expect(await listed(bea, "production")).toEqual({ mine: [2], team: [3] });
});

test("only a product of this environment's catalog can be marked", async () => {
  const unknown = await mark(bea, "mine", 9_999);
  expect(unknown.status).toBe(404);
  expect((await mark(bea, "mine", 200, "production")).status).toBe(404);
  expect((await mark(bea, "mine", "1x")).status).toBe(400);
  expect((await mark(bea, "everyone", 1)).status).toBe(400);
  expect(await listed(bea)).toEqual({ mine: [], team: [] });
});

test("a mark waits for another one that is on its way to the same list, and counts it", async () => {
  const { db } = desk.program;
  const memberId = bea?.id ?? "";
  const row = { environment: "sandbox" as const, memberId, shared: false, at: desk.now() };
  const rows = Array.from({ length: FAVOURITES_LIMIT }, (_, at) => ({ ...row, productId: at + 1 }));
  await db.insert(favourites).values(rows.slice(1));
  let answered = false;
  const pending = await db.transaction(async (tx) => {
    const actor = { id: memberId, email: "", name: "", role: "buyer" as const };
    const request = { ...desk.program, actor, environment: "sandbox" as const, requestId: "" };
    await lockFavourites(tx, request, "mine");
    await tx.insert(favourites).values(rows.slice(0, 1));
    const answer = mark(bea, "mine", 240).finally(() => (answered = true));
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => answered || (await db.execute(waiting)).rows.length > 0).toBe(true);
    return { answer };
  });
  expect((await pending.answer).status).toBe(409);
});

test("a list holds so many, also when two are marked at once, and says what to do then", async () => {
  const { db } = desk.program;
  const rows = Array.from({ length: FAVOURITES_LIMIT - 1 }, (_, at) => ({
    environment: "sandbox" as const,
    memberId: bea?.id ?? "",
    shared: false,
    productId: at + 1,
    at: desk.now(),
  }));
  await db.insert(favourites).values(rows);
  const answers = await Promise.all([201, 202, 203].map((id) => mark(bea, "mine", id)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.detail).toBe(
    "You have 200 favourites, which is the limit. Remove one first.",
  );
  expect((await listed(bea)).mine).toHaveLength(FAVOURITES_LIMIT);
  // Another member's list and the team's have their own room.
  expect((await mark(ben, "mine", 240)).status).toBe(200);
  expect((await mark(bea, "team", 240)).status).toBe(200);
  // What nobody sees any more makes room.
  const product = and(eq(catalogProducts.environment, "sandbox"), eq(catalogProducts.productId, 17));
  await db.update(catalogProducts).set({ retiredAt: desk.now() }).where(product);
  expect((await mark(bea, "mine", 241)).status).toBe(200);
  expect((await listed(bea)).mine).not.toContain(17);
  expect((await mark(bea, "mine", 242)).status).toBe(409);
  await db.update(catalogProducts).set({ retiredAt: null }).where(product);
});

test("the catalog shows only favourites where asked to, with counts that follow the other choices", async () => {
  for (const id of [1, 2, 3]) await mark(bea, "mine", id);
  for (const id of [3, 4]) await mark(ben, "team", id);
  expect(ids(await search(bea, "favourites=mine"))).toEqual([1, 2, 3]);
  expect(ids(await search(bea, "favourites=team"))).toEqual([3, 4]);
  expect(ids(await search(bea, "favourites=any&sort=-price"))).toEqual([4, 3, 2, 1]);
  expect(ids(await search(ben, "favourites=any"))).toEqual([3, 4]);
  const page = await search(bea, "favourites=mine&brand=Brand+1");
  expect(ids(page)).toEqual([1]);
  // Brand 1 has products 1, 4, …: one of one's own, one of the team's.
  expect(page.favourites).toEqual({ mine: 1, team: 1 });
  expect(page.facets.brand.map(({ count }) => count)).toEqual([1, 1, 1]);
  expect((await search(bea, "q=card+004")).favourites).toEqual({ mine: 0, team: 1 });
  const none = await search(sam, "favourites=mine");
  expect(none).toMatchObject({ total: 0, items: [], favourites: { mine: 0, team: 2 } });
});

test("what one member marked is never shown to another, though both see the same view", async () => {
  await mark(bea, "mine", 8);
  expect((await search(bea, "take=1")).favourites).toEqual({ mine: 1, team: 0 });
  expect((await search(ben, "take=1")).favourites).toEqual({ mine: 0, team: 0 });
  expect(ids(await search(bea, "favourites=mine"))).toEqual([8]);
  expect(ids(await search(ben, "favourites=mine"))).toEqual([]);
});
