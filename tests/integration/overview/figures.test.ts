import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { overviewSchema } from "#lib/contracts/orders/overview.ts";
import { anyEvent, anyTransitionContext, BLANK, NOW } from "#lib/orders/lifecycle/arbitraries.testing.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import { transition } from "#lib/orders/lifecycle/transition.ts";
import { ACCEPTED, WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { ENDED, OPEN, SUCCEEDED } from "#lib/overview/counted.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { DAY, HOUR } from "#lib/time/instant.ts";
import { orderDayChanges, orderDays } from "#server/db/schema/orderDays.ts";
import { orders } from "#server/db/schema/orders.ts";
import { recordColumns } from "#server/orders/ledger/ledgerRow.ts";
import { foldOrderChanges, recountOrderDays } from "#server/overview/keepFigures.ts";
import { readOverview } from "#server/overview/readOverview.ts";
import { catalogWorld, type CatalogWorld } from "#tests/integration/catalog/world.ts";

let world: CatalogWorld;
beforeAll(async () => {
  world = await catalogWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.program.db.execute(
    sql`truncate orders, order_search, order_days, order_waits, order_day_changes cascade`,
  );
});

const END = NOW + 2 * DAY;
/** The request at the end of all histories. */
const request = () => ({ ...world.request, clock: { now: () => END } });

type Known = { id: string; record: OrderRecord };

async function insert(record: OrderRecord): Promise<Known> {
  const id = randomUUID();
  const { environment, origin, lines, createdAt } = record;
  await world.program.db.insert(orders).values({
    ...recordColumns(record),
    id,
    environment,
    origin,
    lines,
    createdAt,
    updatedAt: createdAt,
    externalOrderCode: id,
    state: record.state,
  });
  return { id, record };
}

async function becomes(known: Known, record: OrderRecord): Promise<void> {
  known.record = record;
  // Only what is counted; readers of the rest have their own tests.
  const { state, currency, price, delivered, finishedAt } = record;
  await world.program.db
    .update(orders)
    .set({ state, currency, price, delivered, finishedAt })
    .where(eq(orders.id, known.id));
}

/** The same figures, counted order by order from the current ledger. */
async function recomputed(length: number) {
  const rows = await world.program.db.select().from(orders).where(eq(orders.environment, "sandbox"));
  const today = Math.floor(END / DAY);
  const age = ({ createdAt }: { createdAt: number }) => today - Math.floor(createdAt / DAY);
  const now = rows.filter((row) => age(row) < length);
  const before = rows.filter((row) => age(row) >= length && age(row) < 2 * length);
  const sum = (of: typeof rows, value: (row: (typeof rows)[number]) => number) =>
    of.reduce((total, row) => total + value(row), 0);
  const inStates = (of: typeof rows, states: readonly string[]) =>
    of.filter(({ state }) => states.includes(state));
  const spendOf = (of: typeof rows, currency: string) =>
    sum(
      inStates(of, ACCEPTED).filter((row) => row.currency === currency),
      ({ price }) => price ?? 0,
    );
  const codesOf = (of: typeof rows) => sum(inStates(of, WITH_CODES), ({ delivered }) => delivered ?? 0);
  const ratio = (of: typeof rows) => ({
    part: inStates(of, SUCCEEDED).length,
    whole: inStates(of, ENDED).length,
  });
  const waits = (of: typeof rows) =>
    inStates(of, WITH_CODES)
      .filter(
        ({ origin, finishedAt, createdAt }) =>
          origin === "placed" && finishedAt !== null && finishedAt >= createdAt,
      )
      .map(({ finishedAt, createdAt }) => ((finishedAt ?? 0) - createdAt) / 1_000)
      .toSorted((a, b) => a - b);
  return {
    spend: Object.fromEntries(
      ["EUR", "USD"].map((currency) => [
        currency,
        { now: spendOf(now, currency), before: spendOf(before, currency) },
      ]),
    ),
    codes: { now: codesOf(now), before: codesOf(before) },
    success: { now: ratio(now), previous: ratio(before) },
    waits: { now: waits(now), before: waits(before) },
    open: inStates(rows, OPEN).length,
    codesOn: (day: string) => codesOf(rows.filter(({ createdAt }) => dayOf(createdAt, "UTC") === day)),
  };
}

async function expectFigures(length: 30 | 90): Promise<void> {
  const overview = await readOverview(request(), { days: `${length}` });
  expect(overviewSchema.parse(overview)).toEqual(overview);
  const expected = await recomputed(length);
  for (const [currency, { now, before }] of Object.entries(expected.spend)) {
    const shown = overview.spend.find((each) => each.currency === currency);
    expect([currency, shown?.total ?? 0, shown?.previousTotal ?? 0]).toEqual([currency, now, before]);
  }
  expect([overview.codes.total, overview.codes.previousTotal]).toEqual([
    expected.codes.now,
    expected.codes.before,
  ]);
  expect(overview.success).toEqual(expected.success);
  expect(overview.open).toEqual({ count: expected.open, more: false });
  expect([overview.wait.now.orders, overview.wait.previous.orders]).toEqual([
    expected.waits.now.length,
    expected.waits.before.length,
  ]);
  const median = expected.waits.now[Math.floor((expected.waits.now.length - 1) / 2)];
  const above = expected.waits.now[Math.floor(expected.waits.now.length / 2)];
  if (median !== undefined && above !== undefined && median > 10) {
    const shown = (overview.wait.now.medianMs ?? 0) / 1_000;
    expect(shown).toBeGreaterThan(median * 0.89);
    expect(shown).toBeLessThan(above * 1.12);
  }
  for (const [place, codes] of overview.codes.days.entries()) {
    const day = dayOf(Date.parse(`${overview.period.from}T00:00:00Z`) + place * DAY, "UTC");
    expect([day, codes]).toEqual([day, expected.codesOn(day)]);
  }
}

const anyStart = fc.record({
  environment: fc.constantFrom("sandbox" as const, "sandbox" as const, "production" as const),
  origin: fc.constantFrom("placed" as const, "placed" as const, "found" as const),
  state: fc.constantFrom("submitting" as const, "waiting" as const),
  currency: fc.constantFrom("EUR", "USD", null),
  price: fc.constantFrom(null, 0, 4_000, 123_457),
  createdAt: fc.integer({ min: NOW - 70 * DAY, max: NOW }),
});
const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ order: fc.nat(), event: anyEvent, context: anyTransitionContext }) },
  { weight: 1, arbitrary: fc.constant("fold" as const) },
  { weight: 1, arbitrary: fc.constant("recount" as const) },
);

describe("the overview's figures", () => {
  it("are those of a plain count of the ledger after any history of its orders", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStart, { minLength: 1, maxLength: 12 }),
        fc.array(anyStep, { maxLength: 60 }),
        async (starts, steps) => {
          await world.program.db.execute(
            sql`truncate orders, order_search, order_days, order_waits, order_day_changes cascade`,
          );
          const known = await Promise.all(starts.map((start) => insert({ ...BLANK, ...start })));
          for (const step of steps) {
            if (step === "fold") await foldOrderChanges(world.program);
            else if (step === "recount") await recountOrderDays(world.program);
            else {
              const order = known[step.order % known.length];
              if (order !== undefined)
                await becomes(order, transition(order.record, step.event, step.context));
            }
          }
          await expectFigures(30);
          await foldOrderChanges(world.program);
          await expectFigures(90);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("count late completion, partial delivery and what was withdrawn after an attempt", async () => {
    const late = await insert({ ...BLANK, state: "undelivered", delivered: 0, createdAt: NOW - HOUR });
    const partial = await insert({
      ...BLANK,
      state: "partial",
      delivered: 3,
      finishedAt: NOW,
      createdAt: NOW - HOUR,
    });
    const withdrawn = await insert({ ...BLANK, state: "waiting", createdAt: NOW });
    await expectFigures(30);
    await foldOrderChanges(world.program);
    await becomes(late, { ...late.record, state: "completed", delivered: 4, finishedAt: NOW });
    await becomes(partial, { ...partial.record, state: "completed", delivered: 4 });
    await becomes(withdrawn, { ...withdrawn.record, state: "withdrawn", finishedAt: NOW });
    await expectFigures(30);
    const { codes, success, spend } = await readOverview(request(), { days: "30" });
    expect([codes.total, success.now, spend[0]?.total]).toEqual([8, { part: 2, whole: 2 }, 8_000]);
  });

  it("stay exact while many write, fold and recount at once", async () => {
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 15; n += 1) {
        const order = await insert({ ...BLANK, createdAt: NOW - writer * DAY });
        await becomes(order, { ...order.record, state: "completed", delivered: 4, finishedAt: NOW });
        if (n % 5 === writer) await foldOrderChanges(world.program);
        if (n === 7 && writer === 0) await recountOrderDays(world.program);
      }
    });
    await Promise.all(writers);
    await expectFigures(30);
    await foldOrderChanges(world.program);
    await expectFigures(30);
    expect(await world.program.db.select().from(orderDayChanges)).toEqual([]);
  });

  it("never keep an order from being written, and are right again after the nightly count", async () => {
    await world.program.db.execute(
      sql`alter table order_day_changes add constraint broken check (false) not valid`,
    );
    await insert({ ...BLANK, state: "completed", delivered: 4, finishedAt: NOW });
    expect(await world.program.db.select().from(orders)).toHaveLength(1);
    expect((await readOverview(request(), { days: "30" })).codes.total).toBe(0);
    await world.program.db.execute(sql`alter table order_day_changes drop constraint broken`);
    await recountOrderDays(world.program);
    await expectFigures(30);
    expect((await readOverview(request(), { days: "30" })).codes.total).toBe(4);
  });

  it("forget an order that is deleted", async () => {
    const order = await insert({ ...BLANK, state: "completed", delivered: 4 });
    await foldOrderChanges(world.program);
    await world.program.db.delete(orders).where(eq(orders.id, order.id));
    await expectFigures(30);
    await foldOrderChanges(world.program);
    const kept = await world.program.db.select().from(orderDays);
    expect(kept.map((each) => each.orders)).toEqual([0]);
  });

  it("say unknown if a sum is more than a number holds", async () => {
    for (let n = 0; n < 3; n += 1)
      await insert({ ...BLANK, state: "completed", price: 9_000_000_000_000_000 });
    const { spend } = await readOverview(request(), { days: "30" });
    expect(spend[0]?.total).toBeNull();
    expect(await foldOrderChanges(world.program)).toBe(3);
  });
});
