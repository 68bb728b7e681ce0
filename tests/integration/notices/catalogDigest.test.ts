import { eq } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses, noticeChoices, notices } from "#server/db/schema/notices.ts";
import { startJobQueue } from "#server/jobs/jobQueue.ts";
import { makeDigests } from "#server/notices/catalog/makeDigests.ts";
import { changeNoticeSettings } from "#server/notices/noticeSettings.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";
import { SHORT_RETENTION } from "#tests/support/shortRetention.ts";
import { createCatalogNoticeWorld, DESK, type CatalogNoticeWorld } from "./catalogWorld.ts";

const START = Date.parse("2030-03-05T12:00:00Z");
let world: CatalogNoticeWorld;
let buyer: MemberRequest;
let asian: MemberRequest;
beforeAll(async () => {
  world = await createCatalogNoticeWorld(START);
  [buyer, asian] = [await world.join("buyer", "Bea Buyer"), await world.join("viewer", "Aiko Asian")];
  await world.program.db
    .update(members)
    .set({ timeZone: "Asia/Tokyo" })
    .where(eq(members.id, asian.actor.id));
});
afterAll(() => world.close());
/** Each test has days of its own. */
let today = START - 10 * DAY;
beforeEach(async () => {
  const { db } = world.program;
  for (const table of [noticeCauses, notices, noticeChoices, favourites]) await db.delete(table);
  world.inbox.mails.length = 0;
  today += 20 * DAY;
  world.setClock(today);
});

let price = 5_000;
async function changeAt(at: number, ...ids: number[]): Promise<void> {
  world.setClock(at);
  for (const id of ids) world.change(id, { price: (price += 1) });
  await world.sync();
}

/** What is mailed at a time, as the job and the workers of an instance would. */
async function mailedAt(at: number): Promise<{ to: string; subject: string; text: string }[]> {
  world.setClock(at);
  world.inbox.mails.length = 0;
  await makeDigests(world.program);
  await world.dispatch();
  return world.inbox.mails.map(({ to, head, text }) => ({
    to,
    subject: /^Subject: (.*)$/m.exec(head.replaceAll("\r\n ", " "))?.[1]?.trim() ?? "",
    text,
  }));
}

const midnight = () => today + 12 * HOUR;
const seven = () => midnight() + 7 * HOUR;

describe("the daily digest of catalog changes", () => {
  it("comes from seven in the morning on, of the day before, with what affects something of the member's first", async () => {
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await world.favour(buyer, 3);
    await changeAt(today + HOUR, 1, 2, 3);
    await changeAt(today + 2 * HOUR, 3, 4);
    // Of the next day already.
    await changeAt(midnight() + HOUR, 9);
    expect(await mailedAt(seven() - MINUTE)).toEqual([]);
    const [mail, ...more] = await mailedAt(seven());
    expect(more).toEqual([]);
    expect(mail?.to).toBe(buyer.actor.email);
    const day = new Date(today).toISOString().slice(0, 10);
    expect(mail?.subject).toBe(
      `[Sandbox] 4 products changed in the catalog on ${new Date(today).getUTCDate()} Mar 2030`,
    );
    expect(mail?.text).toContain("Product 3: price (favourites)");
    expect(mail?.text).toContain("All changes: price 4.");
    expect(mail?.text).toContain(`${DESK}/catalog/changes?from=${day}&to=${day}&environment=sandbox`);
    expect(mail?.text).not.toMatch(/Product [1249]\b|\d[.,]\d\d\b/);
  });

  it("comes in the morning of the member's time zone, of the day there", async () => {
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await changeNoticeSettings(asian, { catalogChanges: "digest" });
    // 23:59 and 00:01 of the next day in Tokyo.
    await changeAt(today + 3 * HOUR - MINUTE, 1);
    await changeAt(today + 3 * HOUR + MINUTE, 2);
    const inTokyo = await mailedAt(today + 10 * HOUR);
    expect(inTokyo.map(({ to }) => to)).toEqual([asian.actor.email]);
    expect(inTokyo[0]?.subject).toContain("1 product changed");
    const inUtc = await mailedAt(seven());
    expect(inUtc.map(({ to }) => to)).toEqual([buyer.actor.email]);
    expect(inUtc[0]?.subject).toContain("2 products changed");
  });

  it("is sent once for a day, over two instances and restarts, and covers the days that were missed", async () => {
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await changeAt(today + HOUR, 1);
    world.setClock(seven());
    const { db } = world.program;
    // One that is killed before its commit has claimed nothing.
    const dying = db.transaction(async (tx) => {
      await makeDigests({ ...world.program, db: tx });
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    const made = await Promise.all(Array.from({ length: 5 }, () => makeDigests(world.program)));
    expect(made.filter((count) => count === 1)).toHaveLength(1);
    expect(made.reduce((sum, count) => sum + count)).toBe(1);
    expect(await mailedAt(seven() + HOUR)).toHaveLength(1);
    for (const later of [2, 5, 16]) expect(await mailedAt(seven() + later * HOUR)).toEqual([]);
    // Stopped for two days.
    await changeAt(midnight() + 12 * HOUR, 2);
    await changeAt(midnight() + 36 * HOUR, 3, 4);
    const [mail, ...more] = await mailedAt(seven() + 2 * DAY);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/3 products changed in the catalog since/);
  });

  it("is not sent when nothing changed, to nobody who has not asked for it, nor about the time before they did", async () => {
    await changeAt(today + HOUR, 1);
    world.setClock(midnight() + 5 * HOUR);
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    expect(await mailedAt(seven())).toEqual([]);
    expect(await mailedAt(seven() + DAY)).toEqual([]);
    await changeAt(seven() + DAY + HOUR, 2);
    await changeNoticeSettings(buyer, { catalogChanges: "mine" });
    expect(await mailedAt(seven() + 2 * DAY)).toEqual([]);
    // Asked for again on a later day: what was found meanwhile is not told.
    world.setClock(seven() + 2 * DAY + HOUR);
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    expect(await mailedAt(seven() + 3 * DAY)).toEqual([]);
  });

  it("reaches nobody who was disabled, or has switched it off, since it was made", async () => {
    const { db } = world.program;
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await changeAt(today + HOUR, 1);
    world.setClock(seven());
    expect(await makeDigests(world.program)).toBe(1);
    await changeNoticeSettings(buyer, { catalogChanges: "off" });
    await world.dispatch();
    expect(world.inbox.mails).toEqual([]);
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await db.update(members).set({ disabledAt: today }).where(eq(members.id, buyer.actor.id));
    await changeAt(seven() + HOUR, 1);
    world.setClock(seven() + DAY);
    expect(await makeDigests(world.program)).toBe(0);
    await db.update(members).set({ disabledAt: null }).where(eq(members.id, buyer.actor.id));
  });

  it("is no part of the list of notices, nor grows by what is found while it waits to be sent", async () => {
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await world.favour(buyer, 1);
    await changeAt(today + HOUR, 1);
    await world.told(buyer);
    world.setClock(seven());
    await makeDigests(world.program);
    await changeAt(seven(), 1);
    const told = await world.told(buyer);
    expect(told).toHaveLength(2);
    await world.dispatch();
    expect(world.inbox.mails).toHaveLength(1);
    expect(world.inbox.mails[0]?.head).toContain("1 product changed");
  });

  it("is made by the job queue, which asks every ten minutes", async () => {
    await changeNoticeSettings(buyer, { catalogChanges: "digest" });
    await changeAt(today + HOUR, 1);
    world.setClock(seven());
    const { db } = world.program;
    const start = () =>
      startJobQueue({ ...world.program, services: {} }, world.database.url, SHORT_RETENTION);
    await (await start()).stop();
    const { rows } = await db.execute("select cron from pgboss.schedule where name = 'catalog-digests'");
    expect(rows).toEqual([{ cron: "*/10 * * * *" }]);
    const boss = new PgBoss({ connectionString: world.database.url, supervise: false, schedule: false });
    await boss.start();
    await boss.send("catalog-digests", {});
    await boss.stop({ graceful: false });
    const queue = await start();
    try {
      await expect.poll(() => db.$count(notices, eq(notices.kind, "catalog.digest")), PATIENTLY).toBe(1);
    } finally {
      await queue.stop();
    }
  });
});
