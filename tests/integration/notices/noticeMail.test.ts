import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { writeByRegion } from "#server/context/currentRegion.ts";
import { members } from "#server/db/schema/members.ts";
import { startJobQueue } from "#server/jobs/jobQueue.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { dispatchNotices } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { changeNoticeSettings, readNoticeSettings } from "#server/notices/noticeSettings.ts";
import { mailOf, sendNoticeMail } from "#server/notices/sendNoticeMail.ts";
import { startMailServer, type MailServer } from "#tests/support/mailServer.ts";
import { SHORT_RETENTION } from "#tests/support/shortRetention.ts";
import { createNoticeWorld, type NoticeWorld } from "./noticeWorld.ts";

let world: NoticeWorld;
beforeAll(async () => {
  world = await createNoticeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

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
    world.queued.length = 0;
  });

  async function dispatch(): Promise<void> {
    await gatherNotices(program);
    await world.advance(MINUTE);
    await dispatchNotices(program, world.outbox);
  }

  it("says what the dashboard says, with a link, once for a thousand orders, as each of them writes numbers", async () => {
    const german = { locale: "de-DE", timeZone: "Asia/Tokyo" };
    await program.db.update(members).set(german).where(eq(members.id, world.support.actor.id));
    await world.ordersBecome(1_000, "needs_review");
    while ((await gatherNotices(program)) > 0);
    await dispatch();
    for (const id of [...world.queued, ...world.queued]) await sendNoticeMail(program, id);
    // The buyer, the administrator and support; the other buyer confirmed none of them.
    expect(inbox.mails.map(({ to }) => to).toSorted()).toEqual(
      [world.buyer, world.admin, world.support].map(({ actor }) => actor.email).toSorted(),
    );
    const mail = inbox.mails.find(({ to }) => to === world.buyer.actor.email);
    expect(mail?.head).toContain("Subject: [Sandbox] 1,000 orders need review");
    expect(mail?.head).toMatch(/Message-ID: <[0-9a-f-]{36}@partner\.example>/i);
    expect(mail?.text).toContain("https://desk.partner.example/orders?tab=unconfirmed&environment=sandbox");
    expect(mail?.text).toContain("… and 995 more");
    const toSupport = inbox.mails.find(({ to }) => to === world.support.actor.email);
    expect(toSupport?.head).toContain("Subject: [Sandbox] 1.000 orders need review");
  });

  it("has no paragraph, line or link of anybody but us, whatever a name contains that was stored before", async () => {
    const evil = "Bea\r\n\r\nYour account is locked:\nhttps://evil.example/ \u202ecod\u2066";
    const { subject, text } = mailOf(
      {
        kind: "release.asked",
        count: 1,
        environment: "production",
        subjects: [
          {
            member: evil,
            reference: evil,
            event: evil,
            order: { ordered: 1, quantity: 1, productCount: 1, firstProductName: evil },
          },
        ],
      },
      evil,
      "https://desk.partner.example",
    );
    expect(subject).toMatch(/^“Bea Your account is locked: https: \/\/evil\.example\/ cod” asks for/);
    const links = text.match(/\bhttps?:\/\/\S+/g) ?? [];
    expect(links.every((link) => link.startsWith("https://desk.partner.example"))).toBe(true);
    // The greeting, the title, what was ordered, the advice, the link and the choices.
    expect(text.trim().split("\n\n")).toHaveLength(6);
    expect(text.replaceAll(/\n/g, "")).not.toMatch(/\p{Cc}|\u202e|\u2066/u);
    await program.mailer?.send({ to: "a@partner.example", id: "x", subject: evil, text });
    expect(inbox.mails[0]?.head.replaceAll("\r\n ", " ")).toMatch(/^Subject: (?:=\?|Bea Your).*$/m);
    expect(inbox.mails[0]?.head).not.toMatch(/^Your account/m);
  });

  it("is tried again when the mail server does not take it, and then comes under the same id", async () => {
    await world.ordersBecome(1, "partial");
    await dispatch();
    const [id = ""] = world.queued;
    inbox.refuseNext(2);
    await expect(sendNoticeMail(program, id)).rejects.toThrow(/451/);
    await expect(sendNoticeMail(program, id)).rejects.toThrow(/451/);
    await sendNoticeMail(program, id);
    expect(inbox.mails).toHaveLength(1);
    expect(inbox.mails[0]?.head).toContain(`<${id}@partner.example>`);
  });

  it("does not reach a member who was disabled, lost the role or switched it off in between", async () => {
    const { db } = world.program;
    await world.ordersBecome(1, "undelivered");
    await dispatch();
    expect(world.queued.length).toBeGreaterThan(2);
    const off = { dashboard: true, mail: false };
    await changeNoticeSettings(world.buyer, { kinds: { "order.undelivered": off } });
    await db.update(members).set({ disabledAt: world.now() }).where(eq(members.id, world.support.actor.id));
    for (const id of world.queued) await sendNoticeMail(program, id);
    await db.update(members).set({ disabledAt: null }).where(eq(members.id, world.support.actor.id));
    expect(inbox.mails.map(({ to }) => to)).toEqual([world.admin.actor.email]);
  });

  it("goes through the job queue, which was told of it in the transaction that closed it", async () => {
    const unserved = { ...program, services: {} };
    const queue = await startJobQueue(unserved, world.database.url, SHORT_RETENTION);
    try {
      await world.ordersBecome(1, "partial");
      await gatherNotices(program);
      await world.advance(MINUTE);
      expect(await dispatchNotices(program, queue)).toBeGreaterThan(0);
      await expect.poll(() => inbox.mails.length).toBe(3);
    } finally {
      await queue.stop();
    }
  });

  it("is not promised if no mail server is set", async () => {
    expect((await readNoticeSettings(world.buyer)).mailTo).toBeNull();
    expect((await readNoticeSettings({ ...world.buyer, ...program })).mailTo).toBe(world.buyer.actor.email);
    await world.ordersBecome(1, "partial");
    await gatherNotices(world.program);
    await world.advance(MINUTE);
    await dispatchNotices(world.program, world.outbox);
    expect(world.queued).toEqual([]);
  });
});
