import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { notices } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { dispatchNotices } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { countUnread, listNotices, readNotices } from "#server/notices/listNotices.ts";
import { changeNoticeSettings, readNoticeSettings } from "#server/notices/noticeSettings.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { createToken } from "#server/team/tokens/createToken.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirmation } from "#tests/support/orderWorld.ts";
import { createNoticeWorld, type NoticeWorld } from "./noticeWorld.ts";

let world: NoticeWorld;
beforeAll(async () => {
  world = await createNoticeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

describe("an order that is delivered in part", () => {
  it("goes only to the member who confirmed it and those who follow the team's orders", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const { externalOrderCode } = await placeOrder(world.buyer, confirmation(productId));
    await world.advance(2 * MINUTE);
    await world.work();
    const [notice, ...more] = (await world.told(world.buyer)).filter(({ kind }) => kind === "order.partial");
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ environment: "sandbox", read: false });
    expect(notice?.subjects.map(({ reference }) => reference)).toContain(externalOrderCode);
    expect(await world.told(world.admin)).toContainEqual(expect.objectContaining({ kind: "order.partial" }));
    expect(await world.told(world.other)).toEqual([]);
    expect(await countUnread(world.buyer)).toEqual({ unread: 1 });
    expect(await readNotices(world.buyer, { ids: [notice?.id ?? ""] })).toEqual({ unread: 0 });
    expect(await countUnread(world.admin)).toEqual({ unread: 1 });
  });
});

describe("a thousand orders that go wrong at once", () => {
  it("are one notice of each kind for each member, which counts them all", async () => {
    await world.ordersBecome(1_000, "unconfirmed");
    await world.ordersBecome(1_000, "needs_review");
    while ((await gatherNotices(world.program)) > 0);
    for (const request of [world.buyer, world.admin, world.support]) {
      const { items, unread } = await listNotices(request, {});
      expect(new Map(items.map(({ kind, count }) => [kind, count]))).toEqual(
        new Map([
          ["order.needs-review", 1_000],
          ["order.unconfirmed", 1_000],
        ]),
      );
      expect(items).toHaveLength(2);
      expect(unread).toBe(2);
      expect(items[0]?.subjects).toHaveLength(5);
    }
    expect(await world.told(world.other)).toEqual([]);
  });

  it("do not extend a notice that was sent: later events wait for the cool-down, and are sent then", async () => {
    await world.ordersBecome(3, "unconfirmed");
    await gatherNotices(world.program);
    expect(await dispatchNotices(world.program, world.outbox)).toBe(0);
    await world.advance(MINUTE);
    expect(await dispatchNotices(world.program, world.outbox)).toBeGreaterThan(0);
    await world.ordersBecome(2, "unconfirmed");
    expect((await world.told(world.buyer)).map(({ count }) => count)).toEqual([2, 3]);
    await world.advance(MINUTE);
    expect(await dispatchNotices(world.program, world.outbox)).toBe(0);
    await world.advance(10 * MINUTE);
    expect(await dispatchNotices(world.program, world.outbox)).toBeGreaterThan(0);
  });
});

describe("a notice", () => {
  it("reaches no disabled member, and is gone for who may no longer see it", async () => {
    const { db } = world.program;
    const leaving = await world.join("admin", "Lena Leaving");
    await db.update(members).set({ disabledAt: world.now() }).where(eq(members.id, leaving.actor.id));
    await world.record({ action: "codes.budget-neared", actorId: world.buyer.actor.id });
    expect(await world.told(leaving)).toEqual([]);
    expect(await world.told(world.admin)).toHaveLength(1);
    expect(
      await listNotices({ ...world.admin, actor: { ...world.admin.actor, role: "buyer" } }, {}),
    ).toMatchObject({
      items: [],
      unread: 0,
    });
    expect(await listNotices({ ...world.admin, environment: "production" }, {})).toMatchObject({
      items: [],
      unread: 0,
    });
  });

  it("that an order of a service token waits for approval goes to others than the token's creator", async () => {
    const creator = await world.join("admin", "Tom Tokens");
    const { token } = await createToken(creator, {
      kind: "service",
      name: "Shop",
      role: "buyer",
      scopes: ["orders.place"],
      expiresInDays: 30,
    });
    await world.ordersBecome(1, "awaiting_approval");
    await world.program.db
      .update(orders)
      .set({ placedBy: token.member.id })
      .where(eq(orders.state, "awaiting_approval"));
    const ofApproval = async (request: MemberRequest) =>
      (await world.told(request)).filter(({ kind }) => kind === "approval.asked").length;
    expect(await ofApproval(creator)).toBe(0);
    expect(await ofApproval(world.admin)).toBe(1);
  });

  it("is made for people alone: a service, whatever its role, would be mailed at an address that does not exist", async () => {
    const made = await createToken(world.admin, {
      kind: "service",
      name: "Shop",
      role: "admin",
      scopes: ["orders.read"],
      expiresInDays: 30,
    });
    await world.record({ action: "codes.budget-neared", actorId: world.buyer.actor.id });
    const kinds = (await world.told(world.admin)).map(({ kind }) => kind);
    expect(kinds).toContain("reveal.budget-neared");
    const ofService = eq(notices.memberId, made.token.member.id);
    expect(await world.program.db.$count(notices, ofService)).toBe(0);
  });

  it("comes as its member has chosen", async () => {
    const none = { dashboard: false, mail: false };
    await changeNoticeSettings(world.buyer, { kinds: { "order.partial": none } });
    const settings = await changeNoticeSettings(world.other, { teamOrders: true });
    expect(settings.teamOrders).toBe(true);
    expect((await readNoticeSettings(world.buyer)).kinds).toContainEqual({ kind: "order.partial", ...none });
    expect((await readNoticeSettings(world.support)).kinds.map(({ kind }) => kind)).not.toContain(
      "wallet.low",
    );
    await world.ordersBecome(1, "partial");
    expect(await world.told(world.buyer)).toEqual([]);
    expect(await world.told(world.other)).toHaveLength(1);
  });

  it("is never lost and never made twice: not by a program that stops in between, not by two at once", async () => {
    await world.ordersBecome(20, "undelivered");
    // Stops after the causes were read and before the notices are committed.
    const { db } = world.program;
    const dying = db.transaction(async (tx) => {
      await gatherNotices({ db: tx });
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    expect((await listNotices(world.buyer, {})).items).toEqual([]);
    await Promise.all([1, 2, 3].map(() => gatherNotices(world.program)));
    await gatherNotices(world.program);
    expect((await world.told(world.buyer)).map(({ kind, count }) => [kind, count])).toEqual([
      ["order.undelivered", 20],
    ]);
  });

  it("is listed page by page, each once", async () => {
    const { db } = world.program;
    const at = world.now();
    await db.insert(notices).values(
      Array.from({ length: 120 }, (_, place) => ({
        memberId: world.buyer.actor.id,
        kind: "order.partial" as const,
        environment: "sandbox" as const,
        count: 1,
        subjects: [],
        firstAt: at,
        lastAt: at + Math.floor(place / 30),
        inDashboard: true,
        byMail: false,
        dueAt: at,
      })),
    );
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await listNotices(world.buyer, cursor === undefined ? {} : { cursor });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
  });
});
