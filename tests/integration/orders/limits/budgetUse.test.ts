import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anyEvent, anyTransitionContext, BLANK, NOW } from "#lib/orders/lifecycle/arbitraries.testing.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import { ACCEPTED, NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { transition } from "#lib/orders/lifecycle/transition.ts";
import { budgetPeriodAt } from "#lib/orders/limits/budgetPeriods.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { DAY } from "#lib/time/instant.ts";
import { budgetUse, budgetUseChanges } from "#server/db/schema/budgetUse.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { orders } from "#server/db/schema/orders.ts";
import { countBudgets } from "#server/orders/budgets/countBudgets.ts";
import { foldBudgetUse, recountBudgetUse } from "#server/orders/budgets/keepBudgetUse.ts";
import type { BudgetRow } from "#server/orders/budgets/openBudgets.ts";
import { recordColumns } from "#server/orders/ledger/ledgerRow.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let made: BudgetRow[];

beforeAll(async () => {
  world = await createOrderWorld({ stopped: true });
  const { db, actor } = world.request;
  made = await db
    .insert(budgets)
    .values(
      (["month", "quarter", "dates"] as const).map((period) => ({
        environment: "sandbox" as const,
        name: `By ${period}`,
        mode: "hard" as const,
        period,
        startsOn: period === "dates" ? dayOf(NOW - 40 * DAY, "UTC") : null,
        endsOn: period === "dates" ? dayOf(NOW - 9 * DAY, "UTC") : null,
        rollsOver: false,
        amounts: [],
        members: [],
        tags: [],
        purchaseOrders: [],
        createdAt: 0,
        updatedAt: 0,
        updatedBy: actor.id,
      })),
    )
    .returning();
});
afterAll(() => world.close());
beforeEach(() => begin());

const begin = () =>
  world.program.db.execute(
    sql`truncate orders, order_search, order_days, order_waits, order_day_changes, budget_use, budget_use_changes cascade`,
  );

type Known = { id: string; record: OrderRecord };

async function insert(record: OrderRecord, ids: readonly string[]): Promise<Known> {
  const id = randomUUID();
  const { environment, origin, lines, createdAt, state } = record;
  await world.program.db.insert(orders).values({
    ...recordColumns(record),
    id,
    environment,
    origin,
    lines,
    state,
    createdAt,
    updatedAt: createdAt,
    externalOrderCode: id,
    budgets: [...ids],
  });
  return { id, record };
}

async function becomes(known: Known, record: OrderRecord): Promise<void> {
  known.record = record;
  // Only what is counted.
  const { state, currency, price, nextActionAt } = record;
  await world.program.db
    .update(orders)
    .set({ state, currency, price, nextActionAt })
    .where(eq(orders.id, known.id));
}

/** What budgets.test.ts says of an order, added up over the ledger as it is now: "budget, period, currency" to what is reserved and spent. */
async function addedUp(): Promise<Record<string, { reserved: number; spent: number }>> {
  const sums: Record<string, { reserved: number; spent: number }> = {};
  for (const row of await world.program.db.select().from(orders)) {
    const isReleased =
      NOTHING_BOUGHT.includes(row.state) && (STATES[row.state].poll === null || row.nextActionAt === null);
    if (isReleased || row.environment !== "sandbox") continue;
    for (const budget of made) {
      const period = row.budgets.includes(budget.id) ? budgetPeriodAt(budget, row.createdAt) : null;
      if (period === null) continue;
      const key = `${budget.name}, ${dayOf(period.from, "UTC")}, ${(row.currency ?? "").trim().toUpperCase()}`;
      const sum = (sums[key] ??= { reserved: 0, spent: 0 });
      sum[ACCEPTED.includes(row.state) ? "spent" : "reserved"] += row.price ?? 0;
    }
  }
  return sums;
}

async function expectUse(): Promise<void> {
  const asked = made.map((budget) =>
    budget.period === "dates"
      ? { budget, from: NOW - 40 * DAY, to: NOW - 8 * DAY }
      : { budget, from: Date.UTC(2020, 0), to: Date.UTC(2040, 0) },
  );
  for (const currency of [null, "EUR"]) {
    const counted = await countBudgets(world.program.db, asked, currency);
    const shown = made.flatMap(({ id, name }) =>
      [...(counted.get(id) ?? [])].flatMap(([from, used]) =>
        [...used].map(([code, use]) => [`${name}, ${dayOf(from, "UTC")}, ${code}`, use] as const),
      ),
    );
    const isAsked = ([key]: readonly [string, unknown]) => currency === null || key.endsWith(currency);
    const expected = Object.entries(await addedUp()).filter(isAsked);
    const used = (all: readonly (readonly [string, { reserved: number; spent: number }])[]) =>
      Object.fromEntries(all.filter(([, { reserved, spent }]) => reserved !== 0 || spent !== 0));
    expect(used(shown)).toEqual(used(expected));
  }
}

const anyOrder = fc.record({
  counts: fc.record({
    state: fc.constantFrom("awaiting_approval" as const, "submitting" as const, "withdrawn" as const),
    nextActionAt: fc.constantFrom(null, NOW),
    currency: fc.constantFrom("EUR", "eur ", "USD", null),
    price: fc.constantFrom(null, 0, 4_000, 123_457),
    createdAt: fc.integer({ min: NOW - 70 * DAY, max: NOW }),
  }),
  budgets: fc.subarray([0, 1, 2]),
});
const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ order: fc.nat(), event: anyEvent, context: anyTransitionContext }) },
  { weight: 1, arbitrary: fc.constant("fold" as const) },
  { weight: 1, arbitrary: fc.constant("recount" as const) },
);

describe("what is used of budgets", () => {
  it("is a plain sum over the ledger after any history of its orders", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOrder, { minLength: 1, maxLength: 10 }),
        fc.array(anyStep, { maxLength: 50 }),
        async (starts, steps) => {
          await begin();
          const known = await Promise.all(
            starts.map(({ counts, budgets: places }) =>
              insert(
                { ...BLANK, ...counts, environment: "sandbox" },
                places.flatMap((place) => made[place]?.id ?? []),
              ),
            ),
          );
          for (const step of steps) {
            if (step === "fold") await foldBudgetUse(world.program);
            else if (step === "recount") await recountBudgetUse(world.program);
            else {
              const order = known[step.order % known.length];
              if (order !== undefined)
                await becomes(order, transition(order.record, step.event, step.context));
            }
          }
          await expectUse();
          await foldBudgetUse(world.program);
          await expectUse();
          expect(await world.program.db.select().from(budgetUseChanges)).toEqual([]);
          await recountBudgetUse(world.program);
          await expectUse();
        },
      ),
      { numRuns: 40 },
    );
  });

  it("stays exact while many write, fold and recount at once", async () => {
    const ids = made.map(({ id }) => id);
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; n < 12; n += 1) {
          const at = { createdAt: NOW - writer * 9 * DAY, currency: "EUR", price: 100 + n };
          const order = await insert({ ...BLANK, ...at, state: "submitting", environment: "sandbox" }, ids);
          await becomes(order, { ...order.record, state: n % 3 === 0 ? "declined" : "completed" });
          if (n % 5 === writer) await foldBudgetUse(world.program);
          if (n === 7 && writer === 0) await recountBudgetUse(world.program);
        }
      }),
    );
    await expectUse();
    await foldBudgetUse(world.program);
    await expectUse();
  });

  it("forgets an order that is deleted", async () => {
    const ids = made.map(({ id }) => id);
    const order = await insert({ ...BLANK, currency: "EUR", price: 100, environment: "sandbox" }, ids);
    await foldBudgetUse(world.program);
    await world.program.db.delete(orders).where(eq(orders.id, order.id));
    await expectUse();
  });

  it("that cannot be written refuses a new order, keeps no later change from being written, and is right after the nightly count", async () => {
    const ids = made.map(({ id }) => id);
    const order = await insert(
      { ...BLANK, currency: "EUR", price: 100, state: "submitting", environment: "sandbox" },
      ids,
    );
    await world.program.db.execute(
      sql`alter table budget_use_changes add constraint broken check (false) not valid`,
    );
    await expect(
      insert({ ...BLANK, currency: "EUR", price: 100, environment: "sandbox" }, ids),
    ).rejects.toThrow();
    await becomes(order, { ...order.record, state: "completed" });
    expect(await world.program.db.select({ state: orders.state }).from(orders)).toEqual([
      { state: "completed" },
    ]);
    await world.program.db.execute(sql`alter table budget_use_changes drop constraint broken`);
    await recountBudgetUse(world.program);
    await expectUse();
    expect(await world.program.db.select({ state: budgetUse.state }).from(budgetUse)).not.toEqual([]);
  });
});
