import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { budgetRequestSchema, type Budget, type BudgetRequest } from "#lib/contracts/orders/budgets.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { ACCEPTED, NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { DAY } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { orders } from "#server/db/schema/orders.ts";
import { budgetsLeft } from "#server/orders/budgets/budgetsLeft.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { budgetsOfOrder } from "#server/orders/verbs/budgetsOfOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { labelOrder } from "#server/orders/verbs/labelOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  await world.noLimits();
  await world.program.db.delete(budgets);
  await world.program.db
    .update(orders)
    .set({ nextActionAt: null, budgets: [], createdAt: world.now() - 400 * DAY });
});
afterAll(() => world.close());

/** The budget's amount in codes of the product. */
const codes = (count: number, currency = "EUR") => [{ currency, amount: count * world.product.price }];

async function budget(input: Partial<BudgetRequest>, request = world.admin): Promise<Budget> {
  const body = budgetRequestSchema.parse({
    name: `Budget ${randomUUID().slice(0, 8)}`,
    mode: "hard",
    period: "month",
    amounts: codes(5),
    ...input,
  });
  const view = await writeBudget(request, body);
  return theOne(view.budgets, body.name);
}

function theOne(all: readonly Budget[], name: string): Budget {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no budget ${name}`);
  return found;
}

const order = (
  quantity: number,
  more: Partial<PlaceOrderRequest> = {},
  request: MemberRequest = world.request,
) =>
  placeOrder(request, {
    currency: "EUR",
    lines: [{ productId: world.product.id, quantity }],
    confirmationId: randomUUID(),
    ...more,
  });
const leftNow = async (more: { tags?: string[]; purchaseOrder?: string } = {}, request = world.request) => {
  const asked = { currency: "EUR", tags: [], purchaseOrder: "", ...more };
  const { budgets: all } = await budgetsLeft(request, asked);
  return all.map(({ left }) => left / world.product.price);
};
const replaced = (known: Budget, input: Partial<BudgetRequest>) =>
  writeBudget(world.admin, {
    ...budgetRequestSchema.parse({
      name: known.name,
      mode: known.mode,
      period: known.period,
      amounts: known.amounts,
      ...input,
    }),
    budgetId: known.id,
  });

describe("a hard budget", () => {
  it("is what the orders that it covers may cost, to the last minor unit; one beyond it is refused with what is left", async () => {
    const { name } = await budget({});
    const other = await world.join("buyer", "Otto Other");
    await order(3);
    await expect(order(3, {}, other)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(new RegExp(`^The budget ${name} doesn't allow this order: .* left`)),
    });
    expect(await leftNow()).toEqual([2]);
    await order(2, {}, other);
    expect(await leftNow()).toEqual([0]);
    expect(await kindOf(order(1))).toBe("conflict");
  });

  it("is never exceeded by fifty orders at once, of several members and instances", async () => {
    await budget({ amounts: codes(7) });
    const members = await Promise.all([1, 2, 3].map((number) => world.join("buyer", `Buyer ${number}`)));
    const instances = [world.program, world.instance()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        order(1, {}, { ...(members[index % 3] ?? world.request), ...instances[index % 2] }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect(await leftNow()).toEqual([0]);
  });

  it("is not exceeded by orders at once with random tags, quantities and changes of amounts", async () => {
    const [games, all] = [
      await budget({ name: "Games", tags: ["games"], amounts: codes(9) }),
      await budget({ name: "All", amounts: codes(20) }),
    ];
    const instances = [world.program, world.instance()];
    const numbers = Array.from({ length: 40 }, (_, index) => (index * 2_654_435_761) % 97);
    await Promise.allSettled(
      numbers.map((number, index) =>
        number % 13 === 0
          ? replaced(games, { tags: ["games"], amounts: codes(6 + (number % 5)) })
          : order(1 + (number % 3), number % 2 === 0 ? { tags: ["games"] } : {}, {
              ...world.request,
              ...instances[index % 2],
            }),
      ),
    );
    for (const { name, periods } of (await listBudgets(world.admin)).budgets) {
      for (const { amount, reserved, spent } of periods[0]?.used ?? [])
        expect([name, reserved + spent <= amount]).toEqual([name, true]);
    }
    const [use] = theOne((await listBudgets(world.admin)).budgets, all.name).periods[0]?.used ?? [];
    expect((use?.reserved ?? 0) + (use?.spent ?? 0)).toBeGreaterThan(0);
  });

  it("counts an order that waits for approval, and has it back once it is declined; an approval decides on nothing anew", async () => {
    await budget({ amounts: codes(3) });
    await world.limit({ perOrder: 0 });
    const waiting = await order(3);
    expect([waiting.state, await leftNow()]).toEqual(["awaiting_approval", [0]]);
    expect(await kindOf(order(1))).toBe("conflict");
    await endOrder(world.approver, {
      reference: waiting.externalOrderCode ?? "",
      verb: "decline",
      reason: "No",
    });
    expect(await leftNow()).toEqual([3]);
    const again = await order(3);
    const reference = again.externalOrderCode ?? "";
    expect((await approveOrder(world.approver, { reference })).state).toBe("waiting");
    expect(await leftNow()).toEqual([0]);
    expect((await budgetsOfOrder(world.approver, { reference })).budgets.map(({ left }) => left)).toEqual([
      0,
    ]);
  });

  it("has what an order reserves until it is certain that nothing was bought, and then no longer", async () => {
    const { name } = await budget({ amounts: codes(2) });
    const { externalOrderCode } = await order(2);
    const ofOrder = eq(orders.externalOrderCode, externalOrderCode ?? "");
    for (const state of ORDER_STATES) {
      for (const nextActionAt of [null, world.now() + DAY]) {
        await world.program.db.update(orders).set({ state, nextActionAt }).where(ofOrder);
        const [use] = theOne((await listBudgets(world.admin)).budgets, name).periods[0]?.used ?? [];
        const isOver =
          NOTHING_BOUGHT.includes(state) && (STATES[state].poll === null || nextActionAt === null);
        const whole = 2 * world.product.price;
        const [spent, reserved] = isOver ? [0, 0] : ACCEPTED.includes(state) ? [whole, 0] : [0, whole];
        expect([state, nextActionAt, use?.spent, use?.reserved]).toEqual([
          state,
          nextActionAt,
          spent,
          reserved,
        ]);
      }
    }
  });

  it("cannot be given less than is used of it, and nor can a soft one be made hard that is exceeded", async () => {
    const known = await budget({ amounts: codes(5) });
    await order(4);
    expect(await kindOf(replaced(known, { amounts: codes(3) }))).toBe("conflict");
    expect(await kindOf(replaced(known, { amounts: codes(3, "USD") }))).toBe("conflict");
    await replaced(known, { amounts: codes(3), mode: "soft" });
    expect(await kindOf(replaced(known, { amounts: codes(3), mode: "hard" }))).toBe("conflict");
    await replaced(known, { amounts: codes(4), mode: "hard" });
  });
});

describe("a budget", () => {
  it("that is soft has an order beyond it wait, which whoever approves sees, and may let pass", async () => {
    const { name } = await budget({ mode: "soft", amounts: codes(2) });
    expect((await order(2)).state).toBe("processing");
    const waiting = await order(1);
    expect(waiting).toMatchObject({
      state: "awaiting_approval",
      overLimit: {
        period: "budget",
        budget: name,
        limit: 2 * world.product.price,
        used: 2 * world.product.price,
      },
    });
    const reference = waiting.externalOrderCode ?? "";
    const [left] = (await budgetsOfOrder(world.approver, { reference })).budgets;
    expect(left).toMatchObject({ name, left: -world.product.price });
    expect((await approveOrder(world.approver, { reference })).state).toBe("waiting");
  });

  it("is told at 80 % and when it is used up, once for each period, in the transaction of the order", async () => {
    const { id } = await budget({ amounts: codes(10) });
    const told = async () =>
      (
        await world.program.db
          .select({ details: auditRecords.details })
          .from(auditRecords)
          .where(eq(auditRecords.action, "budget.neared"))
          .orderBy(auditRecords.id)
      ).flatMap(({ details }) => (details.budgetId === id ? details.percent : []));
    await order(7);
    expect(await told()).toEqual([]);
    await Promise.all([order(1), order(1)]);
    expect(await told()).toEqual([80]);
    await order(1);
    expect(await kindOf(order(1))).toBe("conflict");
    expect(await told()).toEqual([80, 100]);
    await world.advance(32 * DAY);
    await order(10);
    expect(await told()).toEqual([80, 100, 100]);
  });

  it("covers the orders of its members, tags or purchase orders, and those of no other", async () => {
    const other = await world.join("buyer", "Otto Other");
    await budget({ members: [other.actor.id], tags: ["games"], purchaseOrders: ["PO-7"], amounts: codes(2) });
    expect(await leftNow()).toEqual([]);
    await order(5);
    for (const more of [{ tags: ["games"] }, { purchaseOrder: " po-7/3" }])
      expect(await leftNow(more)).toEqual([2]);
    expect(await leftNow({}, other)).toEqual([2]);
    await order(1, { tags: ["games"] });
    await order(1, { purchaseOrder: "po-71" });
    expect(await kindOf(order(1, {}, other))).toBe("conflict");
    // Labels that change later move no order out of it or into it.
    const free = await order(1);
    const [bought] = await world.program.db
      .select()
      .from(orders)
      .where(eq(orders.tags, ["games"]))
      .limit(1);
    await labelOrder(world.request, { reference: bought?.externalOrderCode ?? "", tags: [] });
    await labelOrder(world.request, { reference: free.externalOrderCode ?? "", tags: ["games"] });
    expect(await leftNow({}, other)).toEqual([0]);
  });

  it("counts each currency by itself, and has nothing in one without an amount", async () => {
    await budget({ amounts: [...codes(1), { currency: "USD", amount: 10_000_000 }] });
    await order(1);
    expect(await kindOf(order(1))).toBe("conflict");
    await world.program.db.delete(budgets);
    await budget({ amounts: codes(100, "USD") });
    expect(await kindOf(order(1))).toBe("conflict");
  });

  it("begins anew with each period of UTC, and carries over what was left of the last one if it rolls over", async () => {
    const known = await budget({ rollsOver: true, amounts: codes(5) });
    const nextMonth = () => {
      const now = new Date(world.now());
      return world.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15) - now.getTime());
    };
    await order(2);
    await nextMonth();
    expect(await leftNow()).toEqual([8]);
    await order(7);
    await nextMonth();
    // What was carried over lapses.
    expect(await leftNow()).toEqual([5]);
    const { periods } = theOne((await listBudgets(world.admin)).budgets, known.name);
    const price = world.product.price;
    expect(
      periods.map(({ used: [use] }) => [
        (use?.amount ?? 0) / price,
        ((use?.spent ?? 0) + (use?.reserved ?? 0)) / price,
      ]),
    ).toEqual([
      [5, 0],
      [8, 7],
      [5, 2],
    ]);
  });

  it("of fixed days covers the orders of those days alone", async () => {
    const day = (later: number) => new Date(world.now() + later * DAY).toISOString().slice(0, 10);
    await budget({ period: "dates", startsOn: day(1), endsOn: day(2), amounts: codes(1) });
    await order(3);
    await world.advance(DAY);
    await order(1);
    expect(await kindOf(order(1))).toBe("conflict");
    await world.advance(2 * DAY);
    await order(3);
  });

  it("that is closed covers no further order, and keeps its history", async () => {
    const known = await budget({ amounts: codes(1) });
    await order(1);
    await replaced(known, { closed: true });
    await order(5);
    const { closed, periods } = theOne((await listBudgets(world.admin)).budgets, known.name);
    expect([closed, periods[0]?.used[0]?.spent]).toEqual([true, world.product.price]);
  });

  it("is changed by who manages the team alone, recorded with what it was before, and listed to who sees the wallet", async () => {
    const known = await budget({ amounts: codes(1) });
    expect(await kindOf(budget({}, world.request))).toBe("forbidden");
    expect(await kindOf(budget({ name: known.name.toUpperCase() }))).toBe("validation");
    expect(await kindOf(budget({ members: [randomUUID()] }))).toBe("validation");
    await replaced(known, { amounts: codes(2) });
    const [record] = await world.program.db
      .select({ details: auditRecords.details })
      .from(auditRecords)
      .where(eq(auditRecords.action, "budget.changed"))
      .orderBy(desc(auditRecords.id))
      .limit(1);
    expect(record?.details).toMatchObject({
      budgetId: known.id,
      amounts: codes(2),
      before: { amounts: codes(1) },
    });
    expect((await listBudgets(world.request)).budgets).toHaveLength(1);
  });
});
