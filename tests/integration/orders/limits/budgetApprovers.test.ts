import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { budgetRequestSchema, type BudgetRequest } from "#lib/contracts/orders/budgets.ts";
import { addDays, dayOf } from "#lib/time/calendarDays.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { approvalSettings, covers } from "#server/db/schema/approvals.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { changeApprovalSettings } from "#server/orders/approval/approvalSettings.ts";
import { attendWaiting } from "#server/orders/approval/attendWaiting.ts";
import { listApprovals } from "#server/orders/approval/listApprovals.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { nameDeputy } from "#server/team/cover/nameDeputy.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
/** Approves for the budget; `other` approves orders, but not for it. */
let own: MemberRequest;
let other: MemberRequest;
beforeAll(async () => {
  world = await createLimitWorld();
  other = world.approver;
});
beforeEach(async () => {
  const { db } = world.program;
  await world.advance(MINUTE);
  await world.noLimits();
  for (const table of [budgets, covers, approvalSettings]) await db.delete(table);
  await db.update(orders).set({ nextActionAt: null, budgets: [] });
  own = await world.join("approver", "Olga Own");
});
afterAll(() => world.close());

const budget = (input: Partial<BudgetRequest> = {}) =>
  writeBudget(
    world.admin,
    budgetRequestSchema.parse({
      name: "Games",
      mode: "soft",
      period: "month",
      amounts: [{ currency: "EUR", amount: world.product.price }],
      approvers: [own.actor.id],
      ...input,
    }),
  );
/** An order beyond the budget, of the buyer unless somebody else is given. */
async function beyond(request = world.request): Promise<string> {
  const { state, externalOrderCode } = await world.order(2, request);
  expect(state).toBe("awaiting_approval");
  return externalOrderCode ?? "";
}
const approve = (reference: string, by: MemberRequest) => approveOrder(by, { reference });
const waitsFor = async (request: MemberRequest, reference: string) =>
  (await listApprovals(request)).items.some(({ externalOrderCode }) => externalOrderCode === reference);

describe("an order beyond a soft budget with approvers", () => {
  it("is decided on by one of them, and by nobody else who approves orders", async () => {
    await budget();
    const reference = await beyond();
    expect(await kindOf(approve(reference, other))).toBe("forbidden");
    expect(await kindOf(endOrder(other, { reference, verb: "decline", reason: "No" }))).toBe("forbidden");
    expect(await kindOf(approve(reference, world.admin))).toBe("forbidden");
    expect(await readOrder(other, { reference })).toMatchObject({ actions: [], deciders: ["Olga Own"] });
    expect([await waitsFor(other, reference), await waitsFor(own, reference)]).toEqual([false, true]);
    expect(await readOrder(own, { reference })).toMatchObject({
      actions: ["approve", "decline"],
      deciders: null,
    });
    expect((await approve(reference, own)).state).toBe("waiting");
  });

  it("is decided on by them also if it is above a limit too", async () => {
    await budget();
    await world.limit({ perOrder: 0 });
    const reference = await beyond();
    expect(await kindOf(approve(reference, other))).toBe("forbidden");
    expect((await approve(reference, own)).state).toBe("waiting");
  });

  it("is decided on by whoever stands in for one of them", async () => {
    await budget();
    const reference = await beyond();
    const today = dayOf(world.now(), "UTC");
    await nameDeputy(own, { memberId: null, deputyId: other.actor.id, from: today, to: addDays(today, 1) });
    expect(await waitsFor(other, reference)).toBe(true);
    expect((await approve(reference, other)).timeline.at(-1)?.details["deputyOf"]).toEqual(["Olga Own"]);
  });

  it("is decided on by the next approvers once it was passed on", async () => {
    await budget();
    await changeApprovalSettings(world.admin, {
      remindAfter: null,
      passOnAfter: 2,
      nextApprovers: [other.actor.id],
      lapseAfter: null,
    });
    const reference = await beyond();
    expect(await kindOf(approve(reference, other))).toBe("forbidden");
    await world.advance(2 * HOUR);
    await attendWaiting(world.program);
    expect(await kindOf(approve(reference, world.admin))).toBe("forbidden");
    expect((await approve(reference, other)).state).toBe("waiting");
  });

  it("never becomes one that nobody decides on: those who manage the team do while no approver can", async () => {
    await budget();
    const reference = await beyond();
    const { db } = world.program;
    await db.update(members).set({ disabledAt: world.now() }).where(eq(members.id, own.actor.id));
    expect(await kindOf(approve(reference, other))).toBe("forbidden");
    expect((await approve(reference, world.admin)).state).toBe("waiting");
  });

  it("of the only approver is decided on by those who manage the team", async () => {
    const both = await world.join("admin", "Otto Owner");
    await budget({ approvers: [both.actor.id] });
    const reference = await beyond(both);
    expect(await kindOf(approve(reference, both))).toBe("forbidden");
    expect((await approve(reference, world.admin)).state).toBe("waiting");
  });
});

describe("a budget", () => {
  it("has approvers who can approve orders, and none if it refuses", async () => {
    expect(await kindOf(budget({ approvers: [world.request.actor.id] }))).toBe("validation");
    const hard = { name: "Hard", mode: "hard", period: "month", amounts: [{ currency: "EUR", amount: 1 }] };
    expect(budgetRequestSchema.safeParse({ ...hard, approvers: [own.actor.id] }).success).toBe(false);
    const { budgets: all } = await budget();
    expect(all[0]?.approvers).toEqual([{ id: own.actor.id, name: "Olga Own" }]);
  });

  it("has a name that no other open budget has in any case", async () => {
    await budget({ name: "Ärger" });
    expect(await kindOf(budget({ name: "ÄRGER" }))).toBe("validation");
    const { budgets: all } = await listBudgets(world.admin);
    expect(all.map(({ name }) => name)).toEqual(["Ärger"]);
  });

  it("is told by the check before an order, with a refusal by a hard one and the wait for a soft one", async () => {
    const check = (quantity: number, tags?: string[]) =>
      preflightOrder(world.request, {
        currency: "EUR",
        lines: [{ productId: world.product.id, quantity }],
        ...(tags === undefined ? {} : { tags }),
      });
    await budget({ name: "Soft", tags: ["games"] });
    expect((await check(1)).budgets).toEqual([]);
    expect(await check(2, ["games"])).toMatchObject({
      ok: true,
      overLimit: { period: "budget", budget: "Soft", limit: world.product.price, used: 0 },
      budgets: [{ name: "Soft", left: world.product.price }],
    });
    await budget({ name: "Hard", mode: "hard", approvers: [] });
    expect(await check(1)).toMatchObject({ ok: true, orderProblems: [], overLimit: null });
    expect(await check(2)).toMatchObject({
      ok: false,
      orderProblems: [expect.stringMatching(/^The budget Hard doesn't allow this order/)],
    });
  });

  it("of ten is counted with the others in one statement", async () => {
    for (let index = 0; index < 10; index++)
      await budget({ name: `Budget ${index}`, tags: [`tag-${index}`], approvers: [] });
    await world.order(1);
    const { budgets: all } = await listBudgets(world.admin);
    expect(all).toHaveLength(10);
    let statements = 0;
    const db = new Proxy(world.program.db, {
      get: (target, name, receiver) => {
        if (name === "execute") statements += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    await listBudgets({ ...world.admin, db });
    expect(statements).toBe(1);
  });
});
