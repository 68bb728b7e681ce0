import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OWN_CHANGES_HREF } from "#lib/notices/catalogWords.ts";
import { noticeHref, noticeTitle } from "#lib/notices/words.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses, noticeChoices, notices } from "#server/db/schema/notices.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { changeNoticeSettings, readNoticeSettings } from "#server/notices/noticeSettings.ts";
import { draftOf, orderOf } from "#tests/integration/catalog/affectedThings.ts";
import { product } from "#tests/integration/catalog/scriptedService.ts";
import { createCatalogNoticeWorld, type CatalogNoticeWorld } from "./catalogWorld.ts";

let world: CatalogNoticeWorld;
let buyer: MemberRequest;
let other: MemberRequest;
let viewer: MemberRequest;
let now = Date.parse("2030-03-05T12:00:00Z");
beforeAll(async () => {
  world = await createCatalogNoticeWorld(now);
  [buyer, other, viewer] = [
    await world.join("buyer", "Bea Buyer"),
    await world.join("buyer", "Olga Other"),
    await world.join("viewer", "Vera Viewer"),
  ];
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.program;
  for (const table of [noticeCauses, notices, noticeChoices, favourites, drafts, orderTemplates, orders])
    await db.delete(table);
  world.inbox.mails.length = 0;
});

let price = 5_000;
/** One sync, a quarter of an hour after the one before, which finds another price of these products. */
async function riseOf(...ids: number[]): Promise<void> {
  now += HOUR / 4;
  world.setClock(now);
  for (const id of ids) world.change(id, { price: (price += 1) });
  await world.sync();
}

const named = async (request: MemberRequest) =>
  (await world.told(request)).map(({ subjects }) => subjects[0]?.catalog?.named.map(({ name }) => name));

describe("a member whose things change in the catalog", () => {
  it("is told at once, of one sync in one notice, whatever number of products; and nobody else is", async () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7]) await world.favour(buyer, id);
    await riseOf(1, 2, 3, 4, 5, 6, 7, 8);
    const [notice, ...more] = await world.told(buyer);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ kind: "catalog.changed", environment: "sandbox", count: 1, read: false });
    expect(notice?.subjects[0]?.catalog).toMatchObject({
      products: 7,
      named: [1, 2, 3, 4, 5].map((id) => ({
        name: `Product ${id}`,
        kinds: ["price"],
        affects: ["favourites"],
      })),
    });
    expect(notice === undefined ? "" : noticeTitle(notice)).toBe("7 products that you use have changed");
    expect(notice === undefined ? "" : noticeHref(notice)).toBe(OWN_CHANGES_HREF);
    expect(await world.told(other)).toEqual([]);
    expect(await world.told(viewer)).toEqual([]);
    // A quarter of an hour later, another sync is another notice.
    await riseOf(1);
    await riseOf(8);
    expect((await world.told(buyer)).map(({ subjects }) => subjects[0]?.catalog?.products)).toEqual([1, 7]);
  });

  it("is told of what is gone first", async () => {
    await world.favour(buyer, 1);
    await world.favour(buyer, 20);
    world.service.products = world.service.products.filter(({ id }) => id !== 20);
    await riseOf(1);
    expect(await named(buyer)).toEqual([["Product 20", "Product 1"]]);
    world.service.products = [...world.service.products, product(20)];
    await riseOf();
    expect(await named(buyer)).toEqual([["Product 20"], ["Product 20", "Product 1"]]);
  });

  it("has as theirs their favourites, drafts and orders awaiting approval, and what the team shares, as far as their role sees it", async () => {
    const { db } = world.program;
    const environment = "sandbox" as const;
    const at = now;
    await db.insert(drafts).values([
      { memberId: buyer.actor.id, environment, draft: draftOf(1), version: 1 },
      { memberId: buyer.actor.id, environment, draft: draftOf(2), version: 1, name: "Shared", shared: true },
      { memberId: buyer.actor.id, environment, draft: draftOf(3), version: 1, name: "Gone", deletedAt: at },
      {
        memberId: buyer.actor.id,
        environment: "production",
        draft: draftOf(4),
        version: 1,
        name: "Elsewhere",
      },
    ]);
    await db.insert(orderTemplates).values({
      environment,
      name: "Monthly",
      nameKey: "monthly",
      content: draftOf(5),
      memberId: other.actor.id,
      createdAt: at,
      updatedAt: at,
    });
    await world.favour(other, 6, true);
    await world.favour(other, 7);
    const by = { placedBy: buyer.actor.id, createdAt: at };
    await db
      .insert(orders)
      .values([orderOf(8, { ...by, state: "awaiting_approval" }), orderOf(9, { ...by, state: "completed" })]);
    await riseOf(1, 2, 3, 4, 5, 6, 7, 8, 9);
    const things = async (request: MemberRequest) =>
      (await world.told(request))[0]?.subjects[0]?.catalog?.products ?? 0;
    expect(await things(buyer)).toBe([1, 2, 5, 6, 8].length);
    expect(await things(other)).toBe([2, 5, 6, 7].length);
    // A viewer places no orders, so has neither drafts nor templates.
    expect(await things(viewer)).toBe([6].length);
  });

  it("is told nothing by a sync that found nothing, and nothing twice if the gathering stops in between", async () => {
    await world.favour(buyer, 1);
    await riseOf();
    expect(await world.told(buyer)).toEqual([]);
    await riseOf(1);
    const { db } = world.program;
    expect(await db.select().from(noticeCauses)).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => world.told(buyer)));
    expect(await world.told(buyer)).toHaveLength(1);
  });

  it("gets it as they have chosen: nothing, in the dashboard, or by mail too, which holds no price", async () => {
    await world.favour(buyer, 1);
    await world.favour(other, 1);
    await changeNoticeSettings(buyer, { catalogChanges: "off" });
    await changeNoticeSettings(other, { kinds: { "catalog.changed": { dashboard: true, mail: true } } });
    expect((await readNoticeSettings(other)).kinds).toContainEqual({
      kind: "catalog.changed",
      dashboard: true,
      mail: true,
    });
    await riseOf(1);
    expect(await world.told(buyer)).toEqual([]);
    expect(await world.told(other)).toHaveLength(1);
    now += MINUTE;
    world.setClock(now);
    await world.dispatch();
    expect(world.inbox.mails.map(({ to }) => to)).toEqual([other.actor.email]);
    const [mail] = world.inbox.mails;
    expect(mail?.head).toContain("Subject: [Sandbox] A product that you use has changed");
    expect(mail?.text).toContain("Product 1: price (favourites)");
    expect(mail?.text).toContain("/catalog/changes?affects=favourites");
    expect(mail?.text).not.toMatch(/\d[.,]\d\d/);
    // By the digest instead of at once.
    await changeNoticeSettings(other, { catalogChanges: "digest" });
    await riseOf(1);
    now += MINUTE;
    world.setClock(now);
    await world.dispatch();
    expect(world.inbox.mails).toHaveLength(1);
    expect(await world.told(other)).toHaveLength(2);
  });

  it("is told nothing that their role does not see", async () => {
    const { db } = world.program;
    const grants = { accountGrants: [], sandboxGrants: ["wallet.read" as const], productionGrants: [] };
    const names = { name: "Statements", nameKey: "statements", version: 1, createdAt: now, updatedAt: now };
    const [role] = await db
      .insert(customRoles)
      .values({ ...names, ...grants })
      .returning();
    const isBuyer = eq(members.id, buyer.actor.id);
    await world.favour(buyer, 1);
    await db
      .update(members)
      .set({ role: role?.id ?? "buyer" })
      .where(isBuyer);
    await riseOf(1);
    await world.told(buyer);
    await db.update(members).set({ role: "buyer" }).where(isBuyer);
    expect(await world.told(buyer)).toEqual([]);
  });
});
