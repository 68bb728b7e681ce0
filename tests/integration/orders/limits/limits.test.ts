import { randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TokenScope } from "#lib/contracts/team/accessTokens.ts";
import type { LimitAmounts, LimitSubject } from "#lib/contracts/team/limits.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { builtInGrants } from "#lib/members/grants.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { connect } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { attempts, orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { listLimits } from "#server/orders/limits/listLimits.ts";
import { setLimit } from "#server/orders/limits/setLimit.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { createToken } from "#server/team/tokens/createToken.ts";
import { revokeToken } from "#server/team/tokens/revokeToken.ts";
import { addRole } from "#server/team/roles/changeRoles.ts";
import { startDatabaseProxy } from "#tests/support/databaseProxy.ts";
import { createLimitWorld, kindOf, NONE, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  // Nothing was spent before this test.
  await world.noLimits();
  await world.program.db.update(orders).set({ nextActionAt: null, createdAt: world.now() - 100 * DAY });
});
afterAll(() => world.close());

const stateOf = async (work: Promise<{ state: string }>) => (await work).state;

describe("an order above a limit", () => {
  it("is confirmed, waits for approval and is never sent meanwhile", async () => {
    const { product } = world;
    await world.limit({ perOrder: product.price });
    expect(await stateOf(world.order(1))).toBe("processing");
    const waiting = await world.order(2);
    const overLimit = { period: "order", limit: product.price, used: 0 };
    expect(waiting).toMatchObject({ state: "awaiting_approval", attempts: 0, overLimit, nextLookAt: null });
    expect(waiting.timeline).toMatchObject([
      { action: "order.confirmed", actor: "Bea Buyer", to: "awaiting_approval", details: { overLimit } },
    ]);
    await world.advance(3 * HOUR);
    await world.work();
    expect(await world.postsOf(waiting.externalOrderCode ?? "")).toBe(0);
    expect(await world.program.db.select().from(attempts)).toHaveLength(1);
  });

  it("is announced by the check before, with what is used of the limit", async () => {
    const { product } = world;
    const check = (quantity: number) =>
      preflightOrder(world.request, { currency: "EUR", lines: [{ productId: product.id, quantity }] });
    expect((await check(1)).overLimit).toBeNull();
    await world.limit({ perDay: 3 * product.price });
    await world.order(2);
    expect((await check(1)).overLimit).toBeNull();
    expect((await check(2)).overLimit).toEqual({
      period: "day",
      limit: 3 * product.price,
      used: 2 * product.price,
    });
  });

  it("makes one order, however often it is confirmed", async () => {
    await world.limit({ perOrder: 0 });
    const input = {
      currency: "EUR",
      lines: [{ productId: world.product.id, quantity: 1 }],
      confirmationId: randomUUID(),
    };
    const all = await Promise.all([1, 2, 3].map(() => placeOrder(world.request, input)));
    await world.noLimits();
    const again = await placeOrder(world.request, input);
    expect(new Set([...all, again].map(({ externalOrderCode }) => externalOrderCode)).size).toBe(1);
    expect(again.state).toBe("awaiting_approval");
  });

  it("takes its lines out of their draft, so that they cannot be ordered again", async () => {
    await world.limit({ perOrder: 0 });
    const line = {
      id: randomUUID(),
      productId: world.product.id,
      amount: "",
      quantity: "1",
      countryCode: "",
    };
    const { id, version } = await readDraft(world.request);
    const view = await saveDraft(world.request, { id, version, draft: { ...EMPTY_DRAFT, lines: [line] } });
    const confirm = () =>
      placeOrder(world.request, {
        currency: "EUR",
        lines: [{ productId: world.product.id, quantity: 1, lineId: line.id }],
        draft: { id: view.id, version: view.version },
        confirmationId: randomUUID(),
      });
    expect(await stateOf(confirm())).toBe("awaiting_approval");
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
    expect(await kindOf(confirm())).toBe("conflict");
    const moved = await world.program.db
      .select()
      .from(orderedDraftLines)
      .where(eq(orderedDraftLines.lineId, line.id));
    expect(moved).toHaveLength(1);
  });

  it("is not sent either when nobody heard that it was written down", async () => {
    await world.limit({ perOrder: 0 });
    const proxy = await startDatabaseProxy(world.database.url);
    const connection = connect(proxy.url, 5, 5_000);
    try {
      proxy.loseCommitOf("order.confirmed");
      const order = await world.order(1, { ...world.request, db: connection.db });
      expect(order.state).toBe("awaiting_approval");
      expect(await world.postsOf(order.externalOrderCode ?? "")).toBe(0);
    } finally {
      await proxy.close();
      await connection.close();
    }
  });
});

describe("a limit for a day or a month", () => {
  it("counts what waits, is under way or was bought, and not what nothing was bought of", async () => {
    const { product, approver } = world;
    await world.limit({ perDay: 2 * product.price });
    expect(await stateOf(world.order(2))).toBe("processing");
    const [declined, withdrawn] = [await world.order(1), await world.order(1)];
    expect([declined.state, withdrawn.state]).toEqual(["awaiting_approval", "awaiting_approval"]);
    await world.limit({ perDay: 4 * product.price });
    // Two were bought and two wait, so the whole limit is used.
    expect(await stateOf(world.order(1))).toBe("awaiting_approval");
    await world.limit({ perDay: 5 * product.price });
    const end = (reference: string | null, verb: "decline" | "withdraw", request: MemberRequest) =>
      endOrder(request, { reference: reference ?? "", verb });
    await end(declined.externalOrderCode, "decline", approver);
    await end(withdrawn.externalOrderCode, "withdraw", world.request);
    expect(await stateOf(world.order(2))).toBe("processing");
    expect(await stateOf(world.order(1))).toBe("awaiting_approval");
  });

  it("starts again with the next day or month in UTC", async () => {
    const { product } = world;
    await world.limit({ perDay: product.price, perMonth: 2 * product.price });
    expect(await stateOf(world.order(1))).toBe("processing");
    expect(await stateOf(world.order(1))).toBe("awaiting_approval");
    const now = new Date(world.now());
    const spentAt = (at: number) =>
      world.program.db
        .update(orders)
        .set({ createdAt: at })
        .where(sql`${orders.createdAt} > ${new Date(world.now() - DAY).toISOString()}::timestamptz`);
    // All orders were placed just before midnight: they still count for the month, unless it has just begun.
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
    await spentAt(midnight - 1);
    const isFirst = now.getUTCDate() === 1;
    expect(await stateOf(world.order(1))).toBe(isFirst ? "processing" : "awaiting_approval");
    await spentAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 1);
    expect(await stateOf(world.order(1))).toBe("processing");
  });

  it("is each member's own, also where it is that of their role, and a member's own replaces it", async () => {
    const { product } = world;
    const other = await world.join("buyer", "Otto Other");
    await world.limit({ perDay: product.price }, { role: "buyer" });
    expect(await stateOf(world.order(1))).toBe("processing");
    expect(await stateOf(world.order(1))).toBe("awaiting_approval");
    expect(await stateOf(world.order(1, other))).toBe("processing");
    expect(await stateOf(world.order(9, world.admin))).toBe("processing");
    await world.limit({ perDay: 3 * product.price });
    expect(await stateOf(world.order(1))).toBe("processing");
    expect(await stateOf(world.order(1, other))).toBe("awaiting_approval");
  });

  /** What places an order for one piece: without a draft, or from one of its own, which no other order waits for. */
  async function prepare(origin: string, request = world.request) {
    const line = { productId: world.product.id, quantity: 1 };
    const order = { currency: "EUR", confirmationId: randomUUID() };
    if (origin === "no draft") return () => placeOrder(request, { ...order, lines: [line] });
    const lineId = randomUUID();
    const typed = { id: lineId, productId: line.productId, amount: "", quantity: "1", countryCode: "" };
    const { id, version } = await openDraft(request, { name: lineId, lines: [typed] });
    return () => placeOrder(request, { ...order, draft: { id, version }, lines: [{ ...line, lineId }] });
  }

  it.each(["no draft", "a draft each"])(
    "cannot be overspent by fifty orders from %s at once, over two instances",
    async (origin) => {
      const { product } = world;
      const fits = 10;
      await world.limit({ perDay: fits * product.price });
      const second = connect(world.database.url);
      const { recentOrderMs } = world.program;
      const instances = [
        world.request,
        { ...world.request, ...world.instance(), recentOrderMs, db: second.db },
      ];
      const places = Array.from({ length: 50 }, (_, place) => place);
      const prepared = await Promise.all(places.map((place) => prepare(origin, instances[place % 2])));
      const placed = await Promise.all(prepared.map((place) => place()));
      await second.close();
      const waiting = placed.filter(({ state }) => state === "awaiting_approval");
      expect(waiting).toHaveLength(50 - fits);
      let atService = 0;
      for (const { externalOrderCode } of placed) {
        atService += (await world.ordersAtService(externalOrderCode ?? "")).length;
      }
      expect(atService).toBe(fits);
      await world.advance(10 * MINUTE);
      await world.work();
      expect(await world.postsOf(waiting[0]?.externalOrderCode ?? "")).toBe(0);
    },
  );
});

describe("the limits of a team", () => {
  it("are set by administrators alone, for one environment, and recorded with what was before", async () => {
    const { product, admin, approver } = world;
    for (const request of [world.request, approver]) {
      expect(await kindOf(Promise.resolve().then(() => listLimits(request)))).toBe("forbidden");
    }
    await world.limit({ perDay: product.price });
    await world.limit({ perMonth: 7 });
    const limits = { currency: "EUR", perOrder: null, perDay: null, perMonth: 7 };
    const subject = { memberId: world.request.actor.id };
    expect(await listLimits(admin)).toEqual({
      limits: [{ ...limits, subject, memberName: "Bea Buyer" }],
    });
    expect(await listLimits({ ...admin, environment: "production" })).toEqual({ limits: [] });
    const [record] = await world.program.db
      .select()
      .from(auditRecords)
      .orderBy(desc(auditRecords.id))
      .limit(1);
    expect(record).toMatchObject({
      action: "limit.changed",
      actorId: admin.actor.id,
      memberId: world.request.actor.id,
      environment: "sandbox",
      details: { ...limits, before: { perOrder: null, perDay: product.price, perMonth: null } },
    });
  });

  it("are raised or removed by nobody for themselves, also not by way of their role or of their own limit", async () => {
    const { admin } = world;
    const own = { memberId: admin.actor.id };
    const other = await world.join("admin", "Otto Other");
    const set = (request: MemberRequest, subject: LimitSubject, amounts: Partial<LimitAmounts>) =>
      kindOf(setLimit(request, { ...NONE, ...amounts, subject, currency: "EUR" }));
    // Nobody is limited yet, so everybody may begin.
    expect(await set(admin, own, { perOrder: 500, perDay: 900 })).toBeNull();
    for (const raised of [{ perOrder: 501, perDay: 900 }, { perOrder: 500 }, {}])
      expect(await set(admin, own, raised)).toBe("forbidden");
    expect(await set(admin, own, { perOrder: 400, perDay: 900, perMonth: 1_000 })).toBeNull();
    // A limit of the role does not replace the member's own; without one of their own, it applies to them.
    expect(await set(admin, { role: "admin" }, { perOrder: 300 })).toBeNull();
    expect(await set(admin, { role: "admin" }, { perOrder: 700 })).toBeNull();
    expect(await set(admin, own, {})).toBe("forbidden");
    expect(await set(other, { role: "admin" }, { perOrder: 701 })).toBe("forbidden");
    expect(await set(other, own, {})).toBeNull();
    expect(await listLimits(admin)).toMatchObject({
      limits: [{ subject: { role: "admin" }, perOrder: 700 }],
    });
  });

  it("are not escaped by giving oneself another role either", async () => {
    const [limited, other] = await Promise.all([
      world.join("admin", "Lea Limited"),
      world.join("admin", "Otto Other"),
    ]);
    const { id: memberId } = limited.actor;
    const likeAdmin = await addRole(other, { name: `Copy ${randomUUID()}`, grants: builtInGrants("admin") });
    const watcher = await addRole(other, {
      name: `Watcher ${randomUUID()}`,
      grants: { account: ["team.manage"], sandbox: ["orders.read"], production: [] },
    });
    const give = (request: MemberRequest, role: RoleId) => kindOf(changeMember(request, { memberId, role }));
    await world.limit({ perOrder: 300, perDay: 900 }, { role: "admin" });
    expect(await give(limited, likeAdmin.id)).toBe("forbidden");
    await world.limit({ perOrder: 300 }, { role: likeAdmin.id });
    expect(await give(limited, likeAdmin.id)).toBe("forbidden");
    // With it, they could give themselves the next one.
    expect(await give(limited, watcher.id)).toBe("forbidden");
    await world.limit({ perOrder: 300, perDay: 800 }, { role: likeAdmin.id });
    expect(await give(limited, likeAdmin.id)).toBeNull();
    // Though this request still says that they have the role of before.
    const amounts = { ...NONE, perOrder: 301, perDay: 800 };
    const raise = { ...amounts, subject: { role: likeAdmin.id }, currency: "EUR" };
    expect(await kindOf(setLimit(limited, raise))).toBe("forbidden");
    expect(await kindOf(setLimit(other, raise))).toBeNull();
    expect(await give(other, "admin")).toBeNull();
    await world.limit({ perOrder: 200 }, { memberId });
    expect(await give(limited, likeAdmin.id)).toBeNull();
    await world.noLimits();
    await world.limit({ perOrder: 300 }, { role: likeAdmin.id });
    expect(await give(limited, "viewer")).toBeNull();
  });

  it("are not escaped by a role, or a service token with a role, that has a limit in a further currency", async () => {
    const [limited, other] = [
      await world.join("admin", "Lea Limited"),
      await world.join("admin", "Otto Other"),
    ];
    const { id: memberId } = limited.actor;
    const likeAdmin = await addRole(other, { name: `Copy ${randomUUID()}`, grants: builtInGrants("admin") });
    const inUsd = (subject: LimitSubject, perOrder: number | null, currency = "USD") =>
      setLimit(other, { ...NONE, subject, currency, perOrder });
    const give = () => kindOf(changeMember(limited, { memberId, role: likeAdmin.id }));
    const token = { kind: "service", name: "Shop", role: "buyer", expiresInDays: 30 } as const;
    const create = () => kindOf(createToken(limited, { ...token, scopes: ["orders.place"] }));
    for (const role of ["admin", "buyer", likeAdmin.id]) await world.limit({ perOrder: 300 }, { role });
    for (const currency of ["USD", "*"]) {
      await inUsd({ role: likeAdmin.id }, 1, currency);
      await inUsd({ role: "buyer" }, 1, currency);
      expect(await give()).toBe("forbidden");
      expect(await create()).toBe("forbidden");
      await inUsd({ role: likeAdmin.id }, null, currency);
      await inUsd({ role: "buyer" }, null, currency);
    }
    // One that lets nothing through is no more than having none there.
    for (const role of ["buyer", likeAdmin.id]) await inUsd({ role }, 0);
    expect(await create()).toBeNull();
    expect(await give()).toBeNull();
  });

  it("are not escaped by a service token that one created either", async () => {
    const [limited, other] = [
      await world.join("admin", "Lea Limited"),
      await world.join("admin", "Otto Other"),
    ];
    const create = (role: Role, scope: TokenScope = "orders.place") =>
      createToken(limited, { kind: "service", name: "Shop", role, scopes: [scope], expiresInDays: 30 });
    const set = (request: MemberRequest, subject: LimitSubject, perOrder: number | null) =>
      kindOf(setLimit(request, { subject, currency: "EUR", perOrder }));
    await world.limit({ perOrder: 300 }, { memberId: limited.actor.id });
    await world.limit({ perOrder: 300 }, { role: "buyer" });
    const { token } = await create("buyer");
    const shop = { memberId: token.member.id };
    expect(await set(limited, shop, 301)).toBe("forbidden");
    // Up to their own limit they may.
    expect(await set(limited, shop, 200)).toBeNull();
    expect(await set(limited, shop, 300)).toBeNull();
    expect(await set(limited, shop, null)).toBeNull();
    expect(await set(limited, { role: "buyer" }, 301)).toBe("forbidden");
    const give = (request: MemberRequest) => kindOf(changeMember(request, { ...shop, role: "admin" }));
    expect(await give(limited)).toBe("forbidden");
    expect(await kindOf(create("admin"))).toBe("forbidden");
    // One that only reads buys nothing, and neither does one that was revoked.
    expect(await kindOf(create("admin", "orders.read"))).toBeNull();
    await revokeToken(limited, { tokenId: token.id });
    expect(await set(limited, { role: "buyer" }, 301)).toBeNull();
    expect(await kindOf(create("buyer"))).toBe("forbidden");

    await world.limit({ perOrder: 300 }, { role: "buyer" });
    const again = await create("buyer");
    const ofAgain = { memberId: again.token.member.id };
    expect(await kindOf(changeMember(other, { ...ofAgain, role: "approver" }))).toBeNull();
    expect(await set(other, ofAgain, 900)).toBeNull();
    expect(await set(limited, ofAgain, 901)).toBe("forbidden");
    expect(await set(limited, ofAgain, 800)).toBeNull();
  });

  it("are changed one by one: what is left out stays as another administrator has set it", async () => {
    const { admin } = world;
    const change = (amounts: Partial<LimitAmounts>) =>
      setLimit(admin, { subject: { role: "buyer" }, currency: "EUR", ...amounts });
    await Promise.all([change({ perOrder: 5 }), change({ perDay: 50 }), change({ perMonth: 500 })]);
    expect((await change({ perOrder: null })).limits).toMatchObject([
      { perOrder: null, perDay: 50, perMonth: 500 },
    ]);
    await change({ perDay: null });
    expect((await change({ perMonth: null })).limits).toEqual([]);
  });

  it("are removed by a limit without amounts", async () => {
    await world.limit({ perOrder: 0 }, { role: "buyer" });
    expect(await stateOf(world.order(1))).toBe("awaiting_approval");
    await world.limit({}, { role: "buyer" });
    expect(await listLimits(world.admin)).toEqual({ limits: [] });
    expect(await stateOf(world.order(1))).toBe("processing");
  });

  it("are those of the currency that they were set for; in any other, every order of whoever has one needs approval", async () => {
    const { product, admin } = world;
    const lines = [{ productId: product.id, quantity: 1 }];
    const exceeds = async (currency: string, request = world.request) =>
      (await preflightOrder(request, { currency, lines })).overLimit !== null;
    const inEach = async (request = world.request) => ({
      EUR: await exceeds("EUR", request),
      USD: await exceeds("USD", request),
      // Not of three letters.
      USDT: await exceeds("USDT", request),
    });
    expect(await inEach()).toEqual({ EUR: false, USD: false, USDT: false });
    const plenty = Number.MAX_SAFE_INTEGER;
    await world.limit({ perOrder: plenty });
    expect(await inEach()).toEqual({ EUR: false, USD: true, USDT: true });
    // Nobody else is limited.
    expect(await inEach(await world.join("buyer", "Olga Other"))).toEqual({
      EUR: false,
      USD: false,
      USDT: false,
    });
    const subject = { memberId: world.request.actor.id };
    await setLimit(admin, { subject, currency: "*", perOrder: plenty });
    expect(await inEach()).toEqual({ EUR: false, USD: false, USDT: false });
    await setLimit(admin, { subject, currency: "USDT", perOrder: 1 });
    expect(await inEach()).toEqual({ EUR: false, USD: false, USDT: true });
    expect((await listLimits(admin)).limits.map(({ currency }) => currency).toSorted()).toEqual([
      "*",
      "EUR",
      "USDT",
    ]);
  });
});
