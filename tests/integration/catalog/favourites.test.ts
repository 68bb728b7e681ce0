import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogPageSchema } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { favouritesViewSchema } from "#lib/contracts/catalog/favourites.ts";
import { FAVOURITES_LIMIT } from "#server/catalog/favourites/addFavourite.ts";
import { lockFavourites } from "#server/catalog/favourites/favouriteLists.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { GET as listRoute } from "#app/api/catalog/favourites/route.ts";
import {
  DELETE as removeRoute,
  PUT as addRoute,
} from "#app/api/catalog/favourites/[list]/[productId]/route.ts";
import { GET as searchRoute } from "#app/api/catalog/products/route.ts";
import { blockedStatements } from "#tests/support/untilBlocked.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let stack: StackWithCatalog;
let [admin, bea, ben, sam]: Person[] = [];
beforeAll(async () => {
  stack = await stackWithCatalog();
  await stack.stock("sandbox", 250);
  await stack.stock("production", 10);
  admin = await stack.person("admin", "Ada");
  bea = await stack.person("buyer", "Bea");
  ben = await stack.person("buyer", "Ben");
  sam = await stack.person("support", "Sam");
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.program.db.delete(favourites);
  await stack.program.db.delete(auditRecords).where(like(auditRecords.action, "team-favourite.%"));
});

type Who = Person | undefined;
function call(who: Who, ...args: Parameters<Person["call"]>) {
  if (!who) throw new Error("nobody");
  return who.call(...args);
}
const address = (list: string, productId: number | string) => ({
  params: { list, productId: String(productId) },
});
const add = (who: Who, list: string, id: number | string, environment?: Environment) =>
  call(who, addRoute, { method: "PUT", ...address(list, id) }, environment);
const remove = (who: Who, list: string, id: number, environment?: Environment) =>
  call(who, removeRoute, { method: "DELETE", ...address(list, id) }, environment);
const listed = async (who: Who, environment?: Environment) =>
  favouritesViewSchema.parse((await call(who, listRoute, {}, environment)).json);
async function search(who: Who, query: string, environment?: Environment) {
  const answer = await call(who, searchRoute, { path: `/api/catalog/products?${query}` }, environment);
  return catalogPageSchema.parse(answer.json);
}
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
const audited = () =>
  stack.program.db
    .select({
      action: auditRecords.action,
      actorId: auditRecords.actorId,
      environment: auditRecords.environment,
      details: auditRecords.details,
    })
    .from(auditRecords)
    .where(like(auditRecords.action, "team-favourite.%"))
    .orderBy(auditRecords.id);

describe("the favourites", () => {
  it("shows a member's own favourites to that member alone, newest first", async () => {
    await add(sam, "mine", 3);
    stack.advance(1_000);
    const answer = await add(sam, "mine", 7);
    expect(answer.status).toBe(200);
    expect(favouritesViewSchema.parse(answer.json)).toEqual({ mine: [7, 3], team: [] });
    expect(await listed(bea)).toEqual({ mine: [], team: [] });
    expect((await remove(bea, "mine", 3)).status).toBe(200);
    expect((await listed(sam)).mine).toEqual([7, 3]);
    expect(await audited()).toEqual([]);
  });

  it("adds a team favourite whatever its name is, even where clipping would split a character", async () => {
    const [before] = await stack.program.db
      .select({ product: catalogProducts.product })
      .from(catalogProducts)
      .where(and(eq(catalogProducts.environment, "sandbox"), eq(catalogProducts.productId, 9)));
    if (!before) throw new Error("no product 9");
    const name = `${"a".repeat(199)}😀 gift card`;
    await stack.program.db
      .update(catalogProducts)
      .set({ product: { ...before.product, name } })
      .where(and(eq(catalogProducts.environment, "sandbox"), eq(catalogProducts.productId, 9)));
    expect((await add(admin, "team", 9)).status).toBe(200);
    expect((await remove(admin, "team", 9)).status).toBe(200);
    const details = expect.objectContaining({ productId: 9, product: `${"a".repeat(199)}\uFFFD` });
    expect(await audited()).toMatchObject([{ details }, { details }]);
  });

  it("adds a product once when it is added twice, and succeeds in removing one that is not listed", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(bea, "mine", 5)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await listed(bea)).mine).toEqual([5]);
    await remove(bea, "mine", 5);
    expect((await remove(bea, "mine", 5)).json).toEqual({ mine: [], team: [] });
  });

  it("shows the team's favourites to all, lets those who may share change them, and audits each change once", async () => {
    expect((await add(bea, "team", 4)).json).toEqual({ mine: [], team: [4] });
    await add(ben, "team", 4);
    expect(await listed(sam)).toEqual({ mine: [], team: [4] });
    const refused = await add(sam, "team", 9);
    expect(refused.status).toBe(403);
    expect(refused.json.detail).toMatch(/favourites and views of your own/);
    expect((await remove(sam, "team", 4)).status).toBe(403);
    expect((await remove(admin, "team", 4)).json).toEqual({ mine: [], team: [] });
    await remove(ben, "team", 4);
    const details = expect.objectContaining({ productId: 4, product: "Card 004" });
    expect(await audited()).toEqual([
      { action: "team-favourite.added", actorId: bea?.id, environment: "sandbox", details },
      { action: "team-favourite.removed", actorId: admin?.id, environment: "sandbox", details },
    ]);
  });

  it("keeps the environments apart", async () => {
    await add(bea, "mine", 2);
    await add(bea, "team", 3, "production");
    expect(await listed(bea)).toEqual({ mine: [2], team: [] });
    expect(await listed(bea, "production")).toEqual({ mine: [], team: [3] });
    expect(ids(await search(bea, "favourites=any", "production"))).toEqual([3]);
    // The same product is added in both and removed from one.
    await add(bea, "mine", 2, "production");
    await add(bea, "team", 3);
    await remove(bea, "mine", 2);
    await remove(bea, "team", 3);
    expect(await listed(bea)).toEqual({ mine: [], team: [] });
    expect(await listed(bea, "production")).toEqual({ mine: [2], team: [3] });
  });

  it("adds only products of this environment's catalog", async () => {
    const unknown = await add(bea, "mine", 9_999);
    expect(unknown.status).toBe(404);
    expect((await add(bea, "mine", 200, "production")).status).toBe(404);
    expect((await add(bea, "mine", "1x")).status).toBe(400);
    expect((await add(bea, "everyone", 1)).status).toBe(400);
    expect(await listed(bea)).toEqual({ mine: [], team: [] });
  });

  it("waits for a concurrent change of the same list, and counts it", async () => {
    const { db } = stack.program;
    const memberId = bea?.id ?? "";
    const row = { environment: "sandbox" as const, memberId, shared: false, at: stack.now() };
    const rows = Array.from({ length: FAVOURITES_LIMIT }, (_, at) => ({ ...row, productId: at + 1 }));
    await db.insert(favourites).values(rows.slice(1));
    let answered = false;
    const pending = await db.transaction(async (tx) => {
      const actor = { id: memberId, email: "", name: "", role: "buyer" as const };
      const request = { ...stack.program, actor, environment: "sandbox" as const, requestId: "" };
      await lockFavourites(tx, request, "mine");
      await tx.insert(favourites).values(rows.slice(0, 1));
      const answer = add(bea, "mine", 240).finally(() => (answered = true));
      await expect.poll(async () => answered || (await blockedStatements({ db })) > 0).toBe(true);
      return { answer };
    });
    expect((await pending.answer).status).toBe(409);
  });

  it("limits a list, even when two products are added at once, and says what to do", async () => {
    const { db } = stack.program;
    const rows = Array.from({ length: FAVOURITES_LIMIT - 1 }, (_, at) => ({
      environment: "sandbox" as const,
      memberId: bea?.id ?? "",
      shared: false,
      productId: at + 1,
      at: stack.now(),
    }));
    await db.insert(favourites).values(rows);
    const answers = await Promise.all([201, 202, 203].map((id) => add(bea, "mine", id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.detail).toBe(
      "You have 200 favourites, which is the limit. Remove one first.",
    );
    expect((await listed(bea)).mine).toHaveLength(FAVOURITES_LIMIT);
    // Another member's list and the team's have limits of their own.
    expect((await add(ben, "mine", 240)).status).toBe(200);
    expect((await add(bea, "team", 240)).status).toBe(200);
    // A favourite that left the catalog makes room.
    const product = and(eq(catalogProducts.environment, "sandbox"), eq(catalogProducts.productId, 17));
    await db.update(catalogProducts).set({ retiredAt: stack.now() }).where(product);
    expect((await add(bea, "mine", 241)).status).toBe(200);
    expect((await listed(bea)).mine).not.toContain(17);
    expect((await add(bea, "mine", 242)).status).toBe(409);
    await db.update(catalogProducts).set({ retiredAt: null }).where(product);
  });

  it("filters the catalog by favourites, with counts that follow the other filters", async () => {
    for (const id of [1, 2, 3]) await add(bea, "mine", id);
    for (const id of [3, 4]) await add(ben, "team", id);
    expect(ids(await search(bea, "favourites=mine"))).toEqual([1, 2, 3]);
    expect(ids(await search(bea, "favourites=team"))).toEqual([3, 4]);
    expect(ids(await search(bea, "favourites=any&sort=-price"))).toEqual([4, 3, 2, 1]);
    expect(ids(await search(ben, "favourites=any"))).toEqual([3, 4]);
    const page = await search(bea, "favourites=mine&brand=Brand+1");
    expect(ids(page)).toEqual([1]);
    // Brand 1 has products 1, 4, …: one own, one of the team's.
    expect(page.favourites).toEqual({ mine: 1, team: 1 });
    expect(page.facets.brand.map(({ count }) => count)).toEqual([1, 1, 1]);
    expect((await search(bea, "q=card+004")).favourites).toEqual({ mine: 0, team: 1 });
    const none = await search(sam, "favourites=mine");
    expect(none).toMatchObject({ total: 0, items: [], favourites: { mine: 0, team: 2 } });
  });

  it("never shows one member's favourites to another who opens the same view", async () => {
    await add(bea, "mine", 8);
    expect((await search(bea, "take=1")).favourites).toEqual({ mine: 1, team: 0 });
    expect((await search(ben, "take=1")).favourites).toEqual({ mine: 0, team: 0 });
    expect(ids(await search(bea, "favourites=mine"))).toEqual([8]);
    expect(ids(await search(ben, "favourites=mine"))).toEqual([]);
  });
});
