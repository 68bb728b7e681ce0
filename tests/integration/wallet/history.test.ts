import { randomUUID } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { walletHistorySchema } from "#lib/contracts/money/wallet.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { keepBalances } from "#server/serviceLimits/keepBalances.ts";
import { changeWalletLimit, readWalletLimits } from "#server/wallet/limits.ts";
import { readHistory } from "#server/wallet/readHistory.ts";
import { catalogWorld, type CatalogWorld } from "#tests/integration/catalog/world.ts";

/** Noon, so that an hour more or less is on the same day. */
const NOW = Date.parse("2030-06-15T12:00:00Z");
let world: CatalogWorld;
let actor: MemberRequest["actor"];
beforeAll(async () => {
  world = await catalogWorld();
  const [member] = await world.program.db
    .insert(members)
    .values({ email: "ada@partner.example", name: "Ada", role: "admin", createdAt: NOW, updatedAt: NOW })
    .returning();
  if (member === undefined) throw new Error("no member");
  actor = { id: member.id, email: member.email, name: member.name, role: "admin" };
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.program.db.execute(
    sql`truncate orders, order_search, order_days, order_waits, order_day_changes, wallet_balances, wallet_limits cascade`,
  );
});

const request = (environment: Environment = "production"): MemberRequest => ({
  ...world.request,
  actor,
  environment,
  clock: { now: () => NOW },
});

function told(
  at: number,
  amount: number,
  more: { currency?: string; orderRow?: string; environment?: Environment } = {},
) {
  const { currency = "EUR", orderRow = null, environment = "production" } = more;
  const balances = [
    {
      currency,
      amounts: [
        { name: "available", amount },
        { name: "reserved", amount: 0 },
      ],
    },
  ];
  return keepBalances(world.program.db, { environment, reading: { balances, raw: null }, at, orderRow });
}

async function accepted(placedAt: number, price: number, more: Partial<typeof orders.$inferInsert> = {}) {
  const id = randomUUID();
  await world.program.db.insert(orders).values({
    id,
    environment: "production",
    externalOrderCode: id,
    origin: "placed",
    state: "completed",
    currency: "EUR",
    price,
    lines: [],
    placedAt,
    createdAt: placedAt - 1_000,
    updatedAt: placedAt,
    ...more,
  });
  return id;
}

const rows = () => world.program.db.select().from(walletBalances).orderBy(asc(walletBalances.id));

describe("balances that the service reports", () => {
  it("are kept when they change, with where they came from; the same is only seen again", async () => {
    const order = randomUUID();
    await told(NOW - 3 * HOUR, 1_000);
    await told(NOW - 2 * HOUR, 1_000);
    await told(NOW - HOUR, 900, { orderRow: order });
    expect(await rows()).toMatchObject([
      { at: NOW - 3 * HOUR, lastSeenAt: NOW - 2 * HOUR, available: 1_000, source: "wallet", orderRow: null },
      { at: NOW - HOUR, lastSeenAt: NOW - HOUR, available: 900, source: "order", orderRow: order },
    ]);
  });

  it("change nothing when they come late, after a newer one, and are apart by currency and environment", async () => {
    await told(NOW, 900);
    await told(NOW - MINUTE, 1_000);
    await told(NOW, 5, { currency: "USD" });
    await told(NOW, 7, { environment: "sandbox" });
    expect(
      (await rows()).map(({ currency, environment, available }) => [currency, environment, available]),
    ).toEqual([
      ["EUR", "production", 900],
      ["USD", "production", 5],
      ["EUR", "sandbox", 7],
    ]);
  });

  it("are one row for any number of instances that hear the same one after the other", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 12 }),
        async (amounts) => {
          await world.program.db.delete(walletBalances);
          for (const [place, amount] of amounts.entries()) await told(NOW + place * MINUTE, amount);
          const changes = amounts.filter((amount, place) => place === 0 || amounts[place - 1] !== amount);
          expect((await rows()).map(({ available }) => available)).toEqual(changes);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("movements of the wallet", () => {
  it("are explained by the orders accepted between two snapshots, the one that told the balance included", async () => {
    await told(NOW - 2 * DAY, 100_000);
    await accepted(NOW - 2 * DAY, 777);
    await accepted(NOW - DAY - HOUR, 4_500);
    await accepted(NOW - DAY, 500);
    await told(NOW - DAY, 95_000);
    const history = await readHistory(request(), { currency: "EUR", days: "30" });
    expect(walletHistorySchema.parse(history)).toEqual(history);
    expect(history.days.map(({ day, balance, movement }) => [day, balance, movement])).toEqual([
      ["2030-06-14", 95_000, { change: -5_000, orders: 2, spent: 5_000, unexplained: 0 }],
      ["2030-06-13", 100_000, null],
    ]);
  });

  it("say what cannot be explained: a top-up, or orders placed elsewhere", async () => {
    await told(NOW - 3 * DAY, 10_000);
    await accepted(NOW - 2 * DAY, 1_000);
    await told(NOW - 2 * DAY, 21_000);
    await told(NOW - DAY, 20_000);
    const { days } = await readHistory(request(), { currency: "EUR", days: "30" });
    expect(days.map(({ movement }) => movement?.unexplained ?? null)).toEqual([-1_000, 12_000, null]);
  });

  it("count no order that the service does not have, of another currency or environment, or placed elsewhere", async () => {
    await told(NOW - 2 * DAY, 10_000);
    const at = NOW - DAY - HOUR;
    await accepted(at, 1, { state: "rejected" });
    await accepted(at, 2, { state: "unconfirmed" });
    await accepted(at, 4, { currency: "USD" });
    await accepted(at, 8, { environment: "sandbox" });
    await accepted(at, 16, { origin: "found" });
    await accepted(at, 32);
    await told(NOW - DAY, 9_968);
    const { days } = await readHistory(request(), { currency: "EUR", days: "30" });
    expect(days[0]?.movement).toEqual({ change: -32, orders: 1, spent: 32, unexplained: 0 });
  });

  it("compare the first day of a period with the last balance before it", async () => {
    await told(NOW - 60 * DAY, 5_000);
    await told(NOW - 10 * DAY, 4_000);
    const { days } = await readHistory(request(), { currency: "EUR", days: "30" });
    expect(days.map(({ day, movement }) => [day, movement?.change ?? null])).toEqual([
      ["2030-06-05", -1_000],
      ["2030-04-16", null],
    ]);
  });

  it("expect the same of a sandbox whose wallet is charged as of production, beside top-ups too", async () => {
    const here = { environment: "sandbox" } as const;
    await told(NOW - 3 * DAY, 100_000, here);
    await accepted(NOW - 2 * DAY, 4_500, here);
    await told(NOW - 2 * DAY, 95_500, here);
    await accepted(NOW - DAY, 1_000, here);
    await told(NOW - DAY, 94_500, here);
    await told(NOW - DAY + HOUR, 144_500, here);
    await accepted(NOW - HOUR, 500, here);
    await told(NOW - HOUR, 144_000, here);
    const { days } = await readHistory(request("sandbox"), { currency: "EUR", days: "30" });
    expect(days.map(({ movement }) => movement?.unexplained ?? null)).toEqual([0, 50_000, 0, null]);
  });

  it("expect nothing of orders in a sandbox whose wallet none has ever charged", async () => {
    const here = { environment: "sandbox" } as const;
    await told(NOW - 3 * DAY, 100_000, here);
    await accepted(NOW - 2 * DAY, 4_500, here);
    await told(NOW - 2 * DAY, 100_700, here);
    // Another currency that is charged says nothing about this one.
    await told(NOW - 3 * DAY, 9_000, { ...here, currency: "USD" });
    await accepted(NOW - 2 * DAY, 1_000, { ...here, currency: "USD" });
    await told(NOW - 2 * DAY, 8_000, { ...here, currency: "USD" });
    const { days } = await readHistory(request("sandbox"), { currency: "EUR", days: "30" });
    expect(days[0]?.movement).toEqual({ change: 700, orders: 1, spent: 4_500, unexplained: 700 });
  });

  it("are not shown to members who may not see the wallet", async () => {
    const support = { ...request(), actor: { ...actor, role: "support" as const } };
    await expect(readHistory(support, { currency: "EUR", days: "30" })).rejects.toMatchObject({
      kind: "forbidden",
    });
    await expect(readWalletLimits(support)).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("limits of low balances", () => {
  const changeSchema = z.object({ amount: z.int(), before: z.int().nullable() });
  beforeEach(() => world.program.db.execute(sql`truncate audit_records`));

  it("are set and removed by administrators, each change recorded once, in one environment", async () => {
    await changeWalletLimit(request(), { currency: "EUR", amount: 50_000 });
    await changeWalletLimit(request(), { currency: "EUR", amount: 50_000 });
    expect(await changeWalletLimit(request(), { currency: "EUR", amount: 60_000 })).toEqual({
      limits: [{ currency: "EUR", amount: 60_000 }],
    });
    expect(await readWalletLimits(request("sandbox"))).toEqual({ limits: [] });
    expect(await changeWalletLimit(request(), { currency: "EUR", amount: null })).toEqual({ limits: [] });
    const records = await world.program.db.select().from(auditRecords).orderBy(asc(auditRecords.id));
    expect(records.map(({ action, details }) => [action, details])).toEqual([
      ["wallet.limit-changed", { currency: "EUR", amount: 50_000, before: null }],
      ["wallet.limit-changed", { currency: "EUR", amount: 60_000, before: 50_000 }],
      ["wallet.limit-changed", { currency: "EUR", amount: null, before: 60_000 }],
    ]);
  });

  it("each record the amount that they replace, also when two administrators change one at once", async () => {
    const amounts = Array.from({ length: 20 }, (_, place) => 100 + place);
    await Promise.all(amounts.map((amount) => changeWalletLimit(request(), { currency: "EUR", amount })));
    const records = await world.program.db.select().from(auditRecords).orderBy(asc(auditRecords.id));
    const changes = records.map(({ details }) => changeSchema.parse(details));
    expect(changes.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(amounts);
    expect(changes.map(({ before }) => before)).toEqual([
      null,
      ...changes.slice(0, -1).map(({ amount }) => amount),
    ]);
  });

  it("are changed only by somebody who has just confirmed that it's them", async () => {
    const [session] = await world.program.db
      .insert(sessions)
      .values({
        memberId: actor.id,
        createdAt: NOW - HOUR,
        lastSeenAt: NOW,
        expiresAt: NOW + HOUR,
        reauthenticatedAt: NOW - HOUR,
      })
      .returning();
    const asked = { ...request(), sessionId: session?.id ?? "" };
    await expect(changeWalletLimit(asked, { currency: "EUR", amount: 1 })).rejects.toMatchObject({
      kind: "reauthentication-required",
    });
    expect(await readWalletLimits(asked)).toEqual({ limits: [] });
  });

  it("are not changed by anybody else", async () => {
    const buyer = { ...request(), actor: { ...actor, role: "buyer" as const } };
    await expect(changeWalletLimit(buyer, { currency: "EUR", amount: 1 })).rejects.toMatchObject({
      kind: "forbidden",
    });
    expect(await readWalletLimits(buyer)).toEqual({ limits: [] });
  });
});
