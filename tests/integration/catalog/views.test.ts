import { like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Environment } from "#lib/contracts/environment.ts";
import { savedViewSchema, savedViewsPageSchema } from "#lib/contracts/catalog/savedViews.ts";
import { VIEWS_LIMIT } from "#server/catalog/views/saveView.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { GET as listRoute, POST as saveRoute } from "#app/api/catalog/views/route.ts";
import { DELETE as deleteRoute, PATCH as changeRoute } from "#app/api/catalog/views/[viewId]/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let stack: StackWithCatalog;
let [admin, bea, ben, sam]: Person[] = [];
beforeAll(async () => {
  stack = await stackWithCatalog();
  admin = await stack.person("admin", "Ada");
  bea = await stack.person("buyer", "Bea");
  ben = await stack.person("buyer", "Ben");
  sam = await stack.person("support", "Sam");
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.program.db.delete(savedViews);
  await stack.program.db.delete(auditRecords).where(like(auditRecords.action, "team-view.%"));
});

type Who = Person | undefined;
function call(who: Who, ...args: Parameters<Person["call"]>) {
  if (!who) throw new Error("nobody");
  return who.call(...args);
}
const GERMAN = { country: ["DE"], sort: "price" };
const save = (who: Who, body: Record<string, unknown>, environment?: Environment) =>
  call(who, saveRoute, { method: "POST", body: { view: GERMAN, shared: false, ...body } }, environment);
const saved = async (...given: Parameters<typeof save>) => savedViewSchema.parse((await save(...given)).json);
const change = (who: Who, viewId: string, body: object, environment?: Environment) =>
  call(who, changeRoute, { method: "PATCH", params: { viewId }, body }, environment);
const remove = (who: Who, viewId: string, environment?: Environment) =>
  call(who, deleteRoute, { method: "DELETE", params: { viewId } }, environment);
const listed = async (who: Who, environment?: Environment) =>
  savedViewsPageSchema.parse((await call(who, listRoute, {}, environment)).json).views;
const names = async (...given: Parameters<typeof listed>) => (await listed(...given)).map(({ name }) => name);
const audited = () =>
  stack.program.db
    .select({
      action: auditRecords.action,
      actorId: auditRecords.actorId,
      environment: auditRecords.environment,
      details: auditRecords.details,
    })
    .from(auditRecords)
    .where(like(auditRecords.action, "team-view.%"))
    .orderBy(auditRecords.id);

describe("saved views", () => {
  it("are stored as the address of the page has them, and listed by name", async () => {
    const answer = await save(sam, {
      name: "  German \u202e cards ",
      view: { q: " card ", brand: ["B", "A", "A"], favourites: "any", sort: "-price", country: "DE" },
    });
    expect(answer.status).toBe(201);
    expect(savedViewSchema.parse(answer.json)).toMatchObject({
      name: "German cards",
      query: "q=card&country=DE&brand=A&brand=B&favourites=any&sort=-price",
      shared: false,
      savedBy: "Sam",
      mayChange: true,
    });
    await save(sam, { name: "all by price" });
    expect(await names(sam)).toEqual(["all by price", "German cards"]);
    expect((await listed(sam))[1]).toEqual(answer.json);
    expect(await audited()).toEqual([]);
  });

  it("of a member are invisible to others, who cannot rename or delete them, administrators included", async () => {
    const { id } = await saved(bea, { name: "Mine" });
    for (const other of [ben, admin]) {
      expect(await listed(other)).toEqual([]);
      expect((await change(other, id, { name: "Theirs" })).status).toBe(404);
      expect((await remove(other, id)).status).toBe(404);
    }
    expect(await names(bea)).toEqual(["Mine"]);
  });

  it("of the team are shown to all; support cannot share any", async () => {
    await save(bea, { name: "Vouchers", shared: true });
    expect(await listed(sam)).toEqual([
      expect.objectContaining({ name: "Vouchers", shared: true, savedBy: "Bea", mayChange: false }),
    ]);
    const refused = await save(sam, { name: "For all", shared: true });
    expect(refused.status).toBe(403);
    expect(refused.json.detail).toMatch(/views of your own/);
    expect((await save(sam, { name: "For me" })).status).toBe(201);
  });

  it("of the team can be changed by the member who shared them and by an administrator, and each change is audited", async () => {
    const { id } = await saved(bea, { name: "Vouchers", shared: true });
    for (const other of [ben, sam]) {
      expect((await change(other, id, { name: "Other" })).status).toBe(403);
      expect((await remove(other, id)).status).toBe(403);
    }
    expect((await change(bea, id, { name: "Cards" })).status).toBe(200);
    expect((await change(bea, id, { name: "Cards" })).status).toBe(200);
    expect((await change(admin, id, { view: { q: "gift" } })).status).toBe(200);
    expect(await listed(ben)).toEqual([
      expect.objectContaining({ name: "Cards", query: "q=gift", savedBy: "Bea", mayChange: false }),
    ]);
    expect((await remove(admin, id)).json).toEqual({ views: [] });
    const german = "country=DE&sort=price";
    const entry = (action: string, who: Who, details: object) => ({
      action: `team-view.${action}`,
      actorId: who?.id,
      environment: "sandbox",
      details,
    });
    expect(await audited()).toEqual([
      entry("saved", bea, { name: "Vouchers", view: german }),
      entry("renamed", bea, { from: "Vouchers", to: "Cards" }),
      entry("changed", admin, { name: "Cards", from: german, to: "q=gift" }),
      entry("deleted", admin, { name: "Cards", view: "q=gift" }),
    ]);
  });

  it("belong to one environment", async () => {
    const { id } = await saved(bea, { name: "Here" });
    await save(bea, { name: "Here" }, "production");
    await save(bea, { name: "There", shared: true }, "production");
    expect(await names(bea)).toEqual(["Here"]);
    expect(await names(bea, "production")).toEqual(["Here", "There"]);
    expect((await change(bea, id, { name: "Moved" }, "production")).status).toBe(404);
    expect((await remove(bea, id, "production")).status).toBe(404);
    expect(await names(bea)).toEqual(["Here"]);
  });

  it("cannot be changed without a change", async () => {
    const { id } = await saved(bea, { name: "Good" });
    expect((await change(bea, id, {})).status).toBe(400);
  });

  it("are limited in number, with a message that says what to do", async () => {
    const rows = Array.from({ length: VIEWS_LIMIT - 1 }, (_, at) => ({
      environment: "sandbox" as const,
      memberId: bea?.id ?? "",
      shared: false,
      name: `View ${at}`,
      nameKey: `view ${at}`,
      query: "q=x",
      createdAt: stack.now(),
      updatedAt: stack.now(),
    }));
    await stack.program.db.insert(savedViews).values(rows);
    const answers = await Promise.all(["A", "B", "C"].map((name) => save(bea, { name })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.detail).toBe(
      "You have 50 views, which is the limit. Delete one first.",
    );
    expect((await save(bea, { name: "A", shared: true })).status).toBe(201);
    expect((await save(bea, { name: "A" }, "production")).status).toBe(201);
    expect((await save(ben, { name: "A" })).status).toBe(201);
  });
});

describe("the name of a view", () => {
  it.each([
    ["nothing", "", "Enter a name for the view."],
    ["nothing to be seen", " \u200b\u200d\n", "Enter a name for the view."],
    ["too much", "x".repeat(61), "Enter at most 60 characters."],
  ])("that is %s is refused with a message at its field", async (_, name, message) => {
    const answer = await save(bea, { name });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toEqual({ name: message });
    const { id } = await saved(bea, { name: "Good" });
    const renamed = await change(bea, id, { name });
    expect(renamed.status).toBe(400);
    expect(renamed.json.fields).toEqual({ name: message });
    expect(await names(bea)).toEqual(["Good"]);
  });

  it("is unique on each list, however it is written", async () => {
    const { id } = await saved(bea, { name: "Café" });
    const again = await save(bea, { name: "CAFE\u0301" });
    expect(again.status).toBe(409);
    expect(again.json.fields).toEqual({ name: "You already have a view called “Café”." });
    expect((await save(ben, { name: "Café" })).status).toBe(201);
    expect((await save(ben, { name: "Café", shared: true })).status).toBe(201);
    const ofTeam = await save(bea, { name: "café", shared: true });
    expect(ofTeam.json.fields).toEqual({ name: "Your team already has a view called “Café”." });
    const other = await saved(bea, { name: "Other" });
    expect((await change(bea, other.id, { name: "café" })).status).toBe(409);
    // The same name in another case is the same name.
    expect((await change(bea, id, { name: "CAFÉ" })).status).toBe(200);
  });

  it("is unique even when two views are saved at the same time", async () => {
    const answers = await Promise.all(
      [bea, ben, admin].map((who) => save(who, { name: "Now", shared: true })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await names(sam)).toEqual(["Now"]);
  });
});

describe("a saved view", () => {
  it.each([
    ["everything", {}],
    ["everything in its own order", { sort: "relevance", q: "  " }],
  ])("cannot be the view of %s", async (_, view) => {
    const answer = await save(bea, { name: "All", view });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toHaveProperty("view");
  });

  it.each([
    ["a sort nobody knows", { sort: "newest" }],
    ["a window", { q: "x", skip: 10 }],
    ["a facet nobody knows", { colour: "red" }],
    ["a list nobody has", { favourites: "everyone" }],
  ])("is validated like a search: %s", async (_, view) => {
    expect((await save(bea, { name: "Odd", view })).status).toBe(400);
    const { id } = await saved(bea, { name: "Good" });
    expect((await change(bea, id, { view })).status).toBe(400);
    expect((await listed(bea))[0]?.query).toBe("country=DE&sort=price");
  });

  it("fits into an address", async () => {
    const tag = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(200, "x"));
    const answer = await save(bea, { name: "Long", view: { tag } });
    expect(answer.json.fields).toEqual({
      view: "Too many filters to save. Remove some.",
    });
  });
});
