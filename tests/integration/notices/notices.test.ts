import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Notice } from "#lib/contracts/notices.ts";
import { NOTICE_KINDS, type NoticeKind } from "#lib/contracts/noticeKinds.ts";
import { noticeTitle } from "#lib/notices/words.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { recordAudit, type AuditEntry } from "#server/audit/record.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { writeByRegion } from "#server/context/currentRegion.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses, noticeChoices, notices } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceCalls } from "#server/db/schema/service.ts";
import { recordSignInFailure } from "#server/auth/signIn/recordSignInFailure.ts";
import { startJobQueue } from "#server/jobs/jobQueue.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { sendNoticeMail } from "#server/notices/sendNoticeMail.ts";
import { startMailServer, type MailServer } from "#tests/support/mailServer.ts";
import { dispatchNotices } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { countUnread, listNotices, readNotices } from "#server/notices/listNotices.ts";
import { changeNoticeSettings, readNoticeSettings } from "#server/notices/noticeSettings.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { keepBalances } from "#server/serviceState/keepBalances.ts";
import { changeWalletLimit } from "#server/wallet/limits.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let buyer: MemberRequest;
let other: MemberRequest;
let admin: MemberRequest;
let support: MemberRequest;
let template: string;
/** Mails that were put into the queue. */
const queued: string[] = [];
const outbox = {
  mail: async (_tx: unknown, noticeId: string) => void queued.push(noticeId),
  deliver: async () => undefined,
};

beforeAll(async () => {
  world = await createOrderWorld();
  buyer = world.request;
  [other, admin, support] = await Promise.all([
    world.join("buyer", "Olga Other"),
    world.join("admin", "Ada Admin"),
    world.join("support", "Suri Support"),
  ]);
  const placed = await placeOrder(buyer, confirmation(await scenario(world.sandbox, "partial")));
  const [row] = await world.program.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.externalOrderCode, placed.externalOrderCode ?? ""));
  template = row?.id ?? "";
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.program;
  for (const table of [notices, noticeCauses, noticeChoices]) await db.delete(table);
});

async function told(request: MemberRequest): Promise<Notice[]> {
  await gatherNotices(world.program);
  return (await listNotices(request, {})).items;
}

function record(entry: Partial<AuditEntry> & Pick<AuditEntry, "action">): Promise<void> {
  const { db } = world.program;
  return db.transaction((tx) =>
    recordAudit(tx, { at: world.now(), environment: "sandbox", orderRow: template, ...entry }),
  );
}

/** Adds `count` orders of the buyer that have just entered a state. */
async function ordersBecome(count: number, state: string): Promise<void> {
  await world.program.db.execute(sql`
    with made as (
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'state', ${state}::text,
        'external_order_code', gen_random_uuid()::text, 'confirmation_id', gen_random_uuid()))).*
      from orders o, generate_series(1, ${count}) where o.id = ${template} returning id)
    insert into audit_records (at, environment, action, order_row, from_state, to_state, details)
    select ${new Date(world.now()).toISOString()}::timestamptz, 'sandbox', 'order.state', id, 'submitting', ${state}, '{}' from made`);
}

describe("an order that is delivered in part", () => {
  it("goes only to the member who confirmed it and those who follow the team's orders", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const { externalOrderCode } = await placeOrder(buyer, confirmation(productId));
    await world.advance(2 * MINUTE);
    await world.work();
    const [notice, ...more] = (await told(buyer)).filter(({ kind }) => kind === "order.partial");
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ environment: "sandbox", read: false });
    expect(notice?.subjects.map(({ reference }) => reference)).toContain(externalOrderCode);
    expect(await told(admin)).toContainEqual(expect.objectContaining({ kind: "order.partial" }));
    expect(await told(other)).toEqual([]);
    expect(await countUnread(buyer)).toEqual({ unread: 1 });
    expect(await readNotices(buyer, { ids: [notice?.id ?? ""] })).toEqual({ unread: 0 });
    expect(await countUnread(admin)).toEqual({ unread: 1 });
  });
});

describe("a thousand orders that go wrong at once", () => {
  it("are one notice of each kind for each member, which counts them all", async () => {
    await ordersBecome(1_000, "unconfirmed");
    await ordersBecome(1_000, "needs_review");
    while ((await gatherNotices(world.program)) > 0);
    for (const request of [buyer, admin, support]) {
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
    expect(await told(other)).toEqual([]);
  });

  it("do not extend a notice that was sent: later events wait for the cool-down, and are sent then", async () => {
    await ordersBecome(3, "unconfirmed");
    await gatherNotices(world.program);
    expect(await dispatchNotices(world.program, outbox)).toBe(0);
    await world.advance(MINUTE);
    expect(await dispatchNotices(world.program, outbox)).toBeGreaterThan(0);
    await ordersBecome(2, "unconfirmed");
    expect((await told(buyer)).map(({ count }) => count)).toEqual([2, 3]);
    await world.advance(MINUTE);
    expect(await dispatchNotices(world.program, outbox)).toBe(0);
    await world.advance(10 * MINUTE);
    expect(await dispatchNotices(world.program, outbox)).toBeGreaterThan(0);
  });
});

describe("a notice", () => {
  it("is never lost and never made twice: not by a program that stops in between, not by two at once", async () => {
    await ordersBecome(20, "undelivered");
    // Stops after the causes were read and before the notices are committed.
    const { db } = world.program;
    const dying = db.transaction(async (tx) => {
      await gatherNotices({ db: tx });
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    expect((await listNotices(buyer, {})).items).toEqual([]);
    await Promise.all([1, 2, 3].map(() => gatherNotices(world.program)));
    await gatherNotices(world.program);
    expect((await told(buyer)).map(({ kind, count }) => [kind, count])).toEqual([["order.undelivered", 20]]);
  });

  it("is caused in the transaction of its event, or not at all", async () => {
    const { db } = world.program;
    const failing = db.transaction(async (tx) => {
      await recordAudit(tx, {
        at: world.now(),
        environment: "sandbox",
        action: "codes.budget-neared",
        actorId: buyer.actor.id,
      });
      throw new Error("not written");
    });
    await expect(failing).rejects.toThrow("not written");
    expect(await db.select().from(noticeCauses)).toEqual([]);
  });

  it("comes of every event of its kind", async () => {
    const { actor } = buyer;
    const cases: [NoticeKind, string, MemberRequest, Partial<AuditEntry> & Pick<AuditEntry, "action">][] = [
      [
        "order.completed",
        "completed",
        buyer,
        { action: "order.state", fromState: "processing", toState: "completed" },
      ],
      [
        "order.partial",
        "in part",
        buyer,
        { action: "order.attempted", fromState: "submitting", toState: "partial" },
      ],
      [
        "order.undelivered",
        "not delivered",
        buyer,
        { action: "order.state", fromState: "processing", toState: "undelivered" },
      ],
      [
        "order.unconfirmed",
        "unknown",
        buyer,
        { action: "order.attempted", fromState: "submitting", toState: "unconfirmed" },
      ],
      [
        "order.needs-review",
        "review",
        buyer,
        { action: "order.state", fromState: "unconfirmed", toState: "needs_review" },
      ],
      [
        "order.failed",
        "not placed",
        buyer,
        { action: "order.attempted", fromState: "submitting", toState: "rejected" },
      ],
      ["codes.changed", "have changed", other, { action: "order.alarm", details: { changed: 1 } }],
      [
        "approval.asked",
        "waits",
        admin,
        { action: "order.confirmed", actorId: actor.id, toState: "awaiting_approval" },
      ],
      [
        "approval.decided",
        "approved",
        buyer,
        { action: "order.approved", fromState: "awaiting_approval", toState: "waiting" },
      ],
      [
        "approval.decided",
        "declined",
        buyer,
        { action: "order.declined", fromState: "awaiting_approval", toState: "declined" },
      ],
      ["release.asked", "Bea Buyer", other, { action: "codes.release-requested", actorId: actor.id }],
      ["release.decided", "released", buyer, { action: "codes.release-granted", memberId: actor.id }],
      ["release.decided", "refused", buyer, { action: "codes.release-refused", memberId: actor.id }],
      [
        "reveal.budget-neared",
        "Bea Buyer",
        admin,
        { action: "codes.budget-neared", actorId: actor.id, details: { scope: "member" } },
      ],
      [
        "sign-in",
        "new device",
        buyer,
        { action: "member.signed-in", memberId: actor.id, details: { newDevice: true } },
      ],
      [
        "sign-in",
        "recovery code",
        buyer,
        { action: "member.signed-in", memberId: actor.id, details: { secondFactor: "recovery code" } },
      ],
      ["sign-in", "Password changed", buyer, { action: "member.password-changed", actorId: actor.id }],
      [
        "sign-in",
        "reset",
        buyer,
        { action: "member.second-factor-reset", actorId: admin.actor.id, memberId: actor.id },
      ],
    ];
    for (const [kind, words, request, entry] of cases) {
      await world.program.db.delete(notices);
      await record(entry);
      const found = (await told(request)).find((each) => each.kind === kind);
      expect([kind, entry.action, found === undefined ? null : noticeTitle(found)]).toEqual([
        kind,
        entry.action,
        expect.stringContaining(words),
      ]);
    }
    const elsewhere: NoticeKind[] = ["wallet.low", "key.refused"];
    expect(new Set([...cases.map(([kind]) => kind), ...elsewhere])).toEqual(new Set(NOTICE_KINDS));
  });

  it("does not come of what concerns nobody", async () => {
    await record({ action: "order.attempt-started", fromState: "waiting", toState: "submitting" });
    await record({ action: "member.signed-in", memberId: buyer.actor.id });
    await record({ action: "order.found", toState: "completed" });
    await record({ action: "codes.revealed", actorId: buyer.actor.id });
    expect(await world.program.db.select().from(noticeCauses)).toEqual([]);
  });

  it("reaches no disabled member, and is gone for who may no longer see it", async () => {
    const { db } = world.program;
    const leaving = await world.join("admin", "Lena Leaving");
    await db.update(members).set({ disabledAt: world.now() }).where(eq(members.id, leaving.actor.id));
    await record({ action: "codes.budget-neared", actorId: buyer.actor.id });
    expect(await told(leaving)).toEqual([]);
    expect(await told(admin)).toHaveLength(1);
    expect(await listNotices({ ...admin, actor: { ...admin.actor, role: "buyer" } }, {})).toMatchObject({
      items: [],
      unread: 0,
    });
    expect(await listNotices({ ...admin, environment: "production" }, {})).toMatchObject({
      items: [],
      unread: 0,
    });
  });

  it("comes as its member has chosen", async () => {
    const none = { dashboard: false, mail: false };
    await changeNoticeSettings(buyer, { kinds: { "order.partial": none } });
    const settings = await changeNoticeSettings(other, { teamOrders: true });
    expect(settings.teamOrders).toBe(true);
    expect((await readNoticeSettings(buyer)).kinds).toContainEqual({ kind: "order.partial", ...none });
    expect((await readNoticeSettings(support)).kinds.map(({ kind }) => kind)).not.toContain("wallet.low");
    await ordersBecome(1, "partial");
    expect(await told(buyer)).toEqual([]);
    expect(await told(other)).toHaveLength(1);
  });

  it("is listed page by page, each once", async () => {
    const { db } = world.program;
    const at = world.now();
    await db.insert(notices).values(
      Array.from({ length: 120 }, (_, place) => ({
        memberId: buyer.actor.id,
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
      const page = await listNotices(buyer, cursor === undefined ? {} : { cursor });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
  });
});

describe("what is in no audit record", () => {
  const balance = (available: number) => ({
    environment: "sandbox" as const,
    at: world.now(),
    orderRow: null,
    reading: {
      balances: [{ currency: "EUR", amounts: [{ name: "available", amount: available }] }],
      raw: null,
    },
  });

  it("a balance that falls below its limit causes one notice, until it has been above it again", async () => {
    await changeWalletLimit(admin, { currency: "EUR", amount: 100_00 });
    const { db } = world.program;
    const causes = async () =>
      (await db.select().from(noticeCauses).where(eq(noticeCauses.kind, "wallet.low"))).length;
    for (const [available, expected] of [
      [200_00, 0],
      [99_00, 1],
      [50_00, 1],
      [150_00, 1],
      [80_00, 2],
    ] as const) {
      await world.advance(MINUTE);
      await keepBalances(db, balance(available));
      expect([available, await causes()]).toEqual([available, expected]);
    }
    const [low] = await told(buyer);
    expect(low).toMatchObject({ kind: "wallet.low", count: 1, subjects: [{ currency: "EUR" }] });
    expect((await told(support)).map(({ kind }) => kind)).not.toContain("wallet.low");
    // Amounts are read on the wallet's page, by those who may.
    expect(JSON.stringify(low)).not.toMatch(/8000|10000/);
  });

  it("a limit that is raised above the balance causes a notice too, one that is lowered does not", async () => {
    await changeWalletLimit(admin, { currency: "EUR", amount: 70_00 });
    expect(await told(buyer)).toEqual([]);
    await changeWalletLimit(admin, { currency: "EUR", amount: 90_00 });
    expect((await told(buyer)).map(({ kind }) => kind)).toEqual(["wallet.low"]);
  });

  it("a refused key causes one notice to those who see the connection, however many calls are refused", async () => {
    const call = {
      environment: "sandbox" as const,
      operation: "order" as const,
      statusCode: 401,
      failure: "unauthorised",
      message: null,
      durationMs: 5,
      attempt: null,
      orderRow: null,
    };
    await world.program.db
      .insert(serviceCalls)
      .values(Array.from({ length: 700 }, (_, ms) => ({ ...call, at: world.now() + ms })));
    while ((await gatherNotices(world.program)) > 0);
    expect((await told(admin)).map(({ kind, count }) => [kind, count])).toEqual([["key.refused", 1]]);
    expect(await told(buyer)).toEqual([]);
  });

  it("five failed sign-ins are told to their member once an hour and address", async () => {
    const failure = { memberId: buyer.actor.id, address: "203.0.113.9" };
    for (let attempt = 0; attempt < 12; attempt += 1) await recordSignInFailure(world.program, failure);
    await recordSignInFailure(world.program, { memberId: null, address: "203.0.113.9" });
    expect((await told(buyer)).map(({ subjects }) => subjects)).toEqual([
      [{ event: "Several failed sign-ins" }],
    ]);
    expect(await told(admin)).toEqual([]);
  });
});

describe("a notice by mail", () => {
  let inbox: MailServer;
  let program: Program;
  beforeAll(async () => {
    writeByRegion();
    inbox = await startMailServer();
    const mailer = createMailer({ url: inbox.url, from: "Codedesk <codedesk@partner.example>" });
    program = { ...world.program, mailer, ownAddress: "https://desk.partner.example" };
  });
  afterAll(async () => {
    program.mailer?.close();
    await inbox.close();
  });
  beforeEach(() => {
    inbox.mails.length = 0;
    queued.length = 0;
  });

  async function dispatch(): Promise<void> {
    await gatherNotices(program);
    await world.advance(MINUTE);
    await dispatchNotices(program, outbox);
  }

  it("says what the dashboard says, with a link, once for a thousand orders, as each of them writes numbers", async () => {
    const german = { locale: "de-DE", timeZone: "Asia/Tokyo" };
    await program.db.update(members).set(german).where(eq(members.id, support.actor.id));
    await ordersBecome(1_000, "needs_review");
    while ((await gatherNotices(program)) > 0);
    await dispatch();
    for (const id of [...queued, ...queued]) await sendNoticeMail(program, id);
    // The buyer, the administrator and support; the other buyer confirmed none of them.
    expect(inbox.mails.map(({ to }) => to).toSorted()).toEqual(
      [buyer, admin, support].map(({ actor }) => actor.email).toSorted(),
    );
    const mail = inbox.mails.find(({ to }) => to === buyer.actor.email);
    expect(mail?.head).toContain("Subject: [Sandbox] 1,000 orders need review");
    expect(mail?.head).toMatch(/Message-ID: <[0-9a-f-]{36}@partner\.example>/i);
    expect(mail?.text).toContain("https://desk.partner.example/orders?tab=unconfirmed&environment=sandbox");
    expect(mail?.text).toContain("… and 995 more");
    const toSupport = inbox.mails.find(({ to }) => to === support.actor.email);
    expect(toSupport?.head).toContain("Subject: [Sandbox] 1.000 orders need review");
  });

  it("is tried again when the mail server does not take it, and then comes under the same id", async () => {
    await ordersBecome(1, "partial");
    await dispatch();
    const [id = ""] = queued;
    inbox.refuseNext(2);
    await expect(sendNoticeMail(program, id)).rejects.toThrow(/451/);
    await expect(sendNoticeMail(program, id)).rejects.toThrow(/451/);
    await sendNoticeMail(program, id);
    expect(inbox.mails).toHaveLength(1);
    expect(inbox.mails[0]?.head).toContain(`<${id}@partner.example>`);
  });

  it("does not reach a member who was disabled, lost the role or switched it off in between", async () => {
    const { db } = world.program;
    await ordersBecome(1, "undelivered");
    await dispatch();
    expect(queued.length).toBeGreaterThan(2);
    const off = { dashboard: true, mail: false };
    await changeNoticeSettings(buyer, { kinds: { "order.undelivered": off } });
    await db.update(members).set({ disabledAt: world.now() }).where(eq(members.id, support.actor.id));
    for (const id of queued) await sendNoticeMail(program, id);
    await db.update(members).set({ disabledAt: null }).where(eq(members.id, support.actor.id));
    expect(inbox.mails.map(({ to }) => to)).toEqual([admin.actor.email]);
  });

  it("goes through the job queue, which was told of it in the transaction that closed it", async () => {
    const days = {
      sessions: 1,
      serviceCalls: 1,
      signInAttempts: 1,
      signInFailures: 1,
      deletedDrafts: 1,
      audit: 30,
    };
    const queue = await startJobQueue({ ...program, services: {} }, world.database.url, {
      ...days,
      notices: 1,
    });
    try {
      await ordersBecome(1, "partial");
      await gatherNotices(program);
      await world.advance(MINUTE);
      expect(await dispatchNotices(program, queue)).toBeGreaterThan(0);
      await expect.poll(() => inbox.mails.length, { timeout: 20_000 }).toBe(3);
    } finally {
      await queue.stop();
    }
  });

  it("is not promised if no mail server is set", async () => {
    expect((await readNoticeSettings(buyer)).mailTo).toBeNull();
    expect((await readNoticeSettings({ ...buyer, ...program })).mailTo).toBe(buyer.actor.email);
    await ordersBecome(1, "partial");
    await gatherNotices(world.program);
    await world.advance(MINUTE);
    await dispatchNotices(world.program, outbox);
    expect(queued).toEqual([]);
  });
});
