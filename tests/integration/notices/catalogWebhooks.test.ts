import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  catalogMessageSchema,
  CHANGES_PER_MESSAGE,
  type CatalogMessage,
} from "#lib/contracts/notices/catalogMessage.ts";
import { HOUR, MINUTE, toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses, notices } from "#server/db/schema/notices.ts";
import { webhookDeliveries, webhooks } from "#server/db/schema/webhooks.ts";
import { addWebhook, changeWebhook } from "#server/notices/webhooks/manageWebhooks.ts";
import { product } from "#tests/integration/catalog/scriptedService.ts";
import { createCatalogNoticeWorld, DESK, type CatalogNoticeWorld } from "./catalogWorld.ts";

let world: CatalogNoticeWorld;
let admin: MemberRequest;
let now = Date.parse("2030-03-05T12:00:00Z");
beforeAll(async () => {
  world = await createCatalogNoticeWorld(now);
  admin = await world.join("admin", "Ada Admin");
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of [noticeCauses, notices, webhooks]) await world.program.db.delete(table);
});

type Message = CatalogMessage["data"];

const add = (url = "https://93.184.216.34/hook") =>
  addWebhook(admin, { url, kinds: ["catalog.changed", "wallet.low"] });

async function sync(): Promise<void> {
  now += HOUR;
  world.setClock(now);
  await world.sync();
}

/** What is delivered by now, in the order in which it was queued. */
async function delivered(): Promise<Message[]> {
  now += MINUTE;
  world.setClock(now);
  const ids = await world.dispatch();
  const rows = await world.program.db.select().from(webhookDeliveries);
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  return ids.map((id) => catalogMessageSchema.parse(JSON.parse(bodies.get(id) ?? "")).data);
}

let price = 7_000;
const rise = (...ids: number[]) => ids.forEach((id) => world.change(id, { price: (price += 1) }));

describe("a webhook that is told of catalog changes", () => {
  it("gets what a sync has found: which products, which kinds and when, without a value, and a link", async () => {
    await add();
    rise(1, 2);
    await sync();
    const foundAt = toIso(now);
    const [message, ...more] = await delivered();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      title: "2 products have changed in the catalog",
      changes: [
        { productId: 1, kinds: ["price"], foundAt },
        { productId: 2, kinds: ["price"], foundAt },
      ],
      url: `${DESK}/catalog/changes?environment=sandbox`,
    });
    expect(JSON.stringify(message)).not.toContain("7001");
    // The next sync finds nothing.
    await sync();
    expect(await delivered()).toEqual([]);
  });

  it("gets many changes in batches, each change once, whose sequence says their order and whether one is missing", async () => {
    await add();
    const count = 2 * CHANGES_PER_MESSAGE + 1;
    const before = await world.program.db.$count(catalogChanges);
    world.service.products = [
      ...world.service.products,
      ...Array.from({ length: count }, (_, place) => product(1_000 + place)),
    ];
    await sync();
    rise(1);
    await sync();
    const messages = await delivered();
    expect(messages.map(({ changes }) => changes.length)).toEqual([
      CHANGES_PER_MESSAGE,
      CHANGES_PER_MESSAGE,
      1,
      1,
    ]);
    const ids = messages.flatMap(({ changes }) => changes.map(({ id }) => id));
    expect(new Set(ids).size).toBe(count + 1);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(before > 0 ? messages[0]?.previous : null).toBe(before > 0 ? (ids[0] ?? 0) - 1 : null);
    for (const [place, { sequence, previous, changes }] of messages.entries()) {
      expect(sequence).toBe(changes.at(-1)?.id);
      if (place > 0) expect(previous).toBe(messages[place - 1]?.sequence);
    }
    // Read in any order, and some of them twice, by a receiver that follows the rules: nothing is worked on twice.
    const shuffled = [3, 1, 1, 0, 2].flatMap((place) => messages[place] ?? []);
    let last = 0;
    const worked = shuffled.filter(({ sequence }) => sequence > last && ((last = sequence), true));
    expect(worked.map(({ sequence }) => sequence)).toEqual([messages[3]?.sequence]);
    // It missed the three before: it sees that.
    expect(worked[0]?.previous ?? 0).toBeGreaterThan(0);
    world.service.products = world.service.products.slice(0, 20);
    await sync();
    await sync();
  });

  it("is told nothing while it is paused, and sees afterwards that something is missing", async () => {
    const { webhook } = await add();
    rise(1);
    await sync();
    const [first] = await delivered();
    await changeWebhook(admin, { webhookId: webhook.id, paused: true });
    rise(2);
    await sync();
    expect(await delivered()).toEqual([]);
    await changeWebhook(admin, { webhookId: webhook.id, paused: false });
    rise(3);
    await sync();
    const [third] = await delivered();
    expect(third?.previous).toBeGreaterThan(first?.sequence ?? 0);
  });

  it("gets nothing while its responsible member may not read the catalog, and the same for others goes on", async () => {
    const { db } = world.program;
    const leaving = await world.join("admin", "Lena Leaving");
    await addWebhook(leaving, {
      url: "https://93.184.216.34/theirs",
      kinds: ["catalog.changed", "wallet.low"],
    });
    await add();
    const isLeaving = eq(members.id, leaving.actor.id);
    await db.update(members).set({ disabledAt: now }).where(isLeaving);
    rise(1);
    await sync();
    await db
      .insert(noticeCauses)
      .values({ at: now, kind: "wallet.low", environment: "sandbox", currency: "EUR" });
    now += MINUTE;
    world.setClock(now);
    await world.dispatch();
    const rows = await db
      .select({ kind: webhookDeliveries.kind, url: webhooks.url })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId));
    const told = new Set(rows.map(({ kind, url }) => `${new URL(url).pathname} ${kind}`));
    expect(told).toEqual(new Set(["/hook catalog.changed", "/hook wallet.low", "/theirs wallet.low"]));
    await db.update(members).set({ disabledAt: null }).where(isLeaving);
    rise(1);
    await sync();
    expect(await delivered()).toHaveLength(2);
  });

  it("is one message for each webhook, and none for a product of the other environment", async () => {
    await add();
    await addWebhook(
      { ...admin, environment: "production" },
      { url: "https://93.184.216.34/production", kinds: ["catalog.changed"] },
    );
    rise(1);
    await sync();
    expect(await delivered()).toHaveLength(1);
  });
});
