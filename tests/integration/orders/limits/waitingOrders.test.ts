import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approvalSettingsSchema, type ApprovalSettings } from "#lib/contracts/orders/approvals.ts";
import { addDays, dayOf } from "#lib/time/calendarDays.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { linesAgain } from "#lib/orders/drafts/orderAgain.ts";
import { budgetRequestSchema } from "#lib/contracts/orders/budgets.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { approvalSettings, covers } from "#server/db/schema/approvals.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { noticeCauses, notices } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { listNotices } from "#server/notices/listNotices.ts";
import { noticeTitle } from "#lib/notices/words.ts";
import { changeApprovalSettings, readApprovalSettings } from "#server/orders/approval/approvalSettings.ts";
import { attendWaiting } from "#server/orders/approval/attendWaiting.ts";
import { lapseOrder } from "#server/orders/approval/lapseOrder.ts";
import { budgetsLeft } from "#server/orders/budgets/budgetsLeft.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { nameDeputy } from "#server/team/cover/nameDeputy.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  const { db } = world.program;
  await world.sandbox.control("DELETE", "faults");
  await world.advance(MINUTE);
  await world.noLimits();
  for (const table of [notices, noticeCauses, covers, approvalSettings, budgets]) await db.delete(table);
  await db
    .update(orders)
    .set({ nextActionAt: null, state: "withdrawn" })
    .where(eq(orders.state, "awaiting_approval"));
  await world.limit({ perOrder: 0 }, { role: "buyer" });
});
afterAll(() => world.close());

const rules = (input: Partial<ApprovalSettings>, request = world.admin) =>
  changeApprovalSettings(request, {
    remindAfter: null,
    passOnAfter: null,
    nextApprovers: [],
    lapseAfter: null,
    ...input,
  });
const attend = () => attendWaiting(world.program);
async function ask(quantity = 1): Promise<string> {
  const { externalOrderCode } = await world.order(quantity);
  return externalOrderCode ?? "";
}
async function rowOf(reference: string) {
  const row = await findByReference(world.program.db, "sandbox", reference);
  if (row === null) throw new Error(`no order ${reference}`);
  return row;
}
const stateOf = async (reference: string) => (await rowOf(reference)).state;
const approve = (reference: string, by = world.approver) => approveOrder(by, { reference });
/** Makes notices of what has happened, and returns what a member is told of orders that wait or were decided on. */
async function told(request: MemberRequest): Promise<string[]> {
  await gatherNotices(world.program);
  const { items } = await listNotices(request, {});
  return items
    .filter(({ kind }) => kind === "approval.overdue" || kind === "approval.decided")
    .map((notice) => noticeTitle(notice));
}

describe("an order that waits long for approval", () => {
  it("is reminded of once, to whoever approves orders but whoever confirmed it, and not after a decision", async () => {
    await rules({ remindAfter: 2 });
    const [reference, decided] = [await ask(), await ask()];
    await world.advance(2 * HOUR - MINUTE);
    await attend();
    expect(await told(world.approver)).toEqual([]);
    await world.advance(MINUTE);
    await approve(decided);
    await Promise.all([attend(), attendWaiting(world.instance())]);
    await attend();
    const words = `Order ${reference} has waited for approval for 2 hours`;
    expect(await told(world.approver)).toEqual([words]);
    expect(await told(world.admin)).toEqual([words]);
    expect((await told(world.request)).filter((text) => text.includes("waited"))).toEqual([]);
    expect(await stateOf(reference)).toBe("awaiting_approval");
  });

  it("is passed on to the next approvers who are named, and to whoever stands in for them", async () => {
    const [next, deputy] = [
      await world.join("approver", "Nora Next"),
      await world.join("approver", "Dana Deputy"),
    ];
    await rules({ passOnAfter: 4, nextApprovers: [next.actor.id] });
    const today = dayOf(world.now(), "UTC");
    await nameDeputy(next, { memberId: null, deputyId: deputy.actor.id, from: today, to: addDays(today, 2) });
    const reference = await ask();
    await world.advance(4 * HOUR);
    await attend();
    await attend();
    const words = `Order ${reference} has waited for 4 hours and was passed on to you`;
    expect(await told(next)).toEqual([words]);
    expect(await told(deputy)).toEqual([words]);
    expect(await told(world.approver)).toEqual([]);
    expect(await told(world.admin)).toEqual([]);
  });

  it("is passed on to those who manage the team and approve orders if nobody is named", async () => {
    await rules({ passOnAfter: 1 });
    await ask();
    await world.advance(HOUR);
    await attend();
    expect(await told(world.admin)).toHaveLength(1);
    expect(await told(world.approver)).toEqual([]);
  });

  it("lapses as declined with its reason, was never sent, and has its budget back", async () => {
    await writeBudget(
      world.admin,
      budgetRequestSchema.parse({
        name: "Lapse",
        mode: "hard",
        period: "year",
        amounts: [{ currency: "EUR", amount: 3 * world.product.price }],
      }),
    );
    const left = async () =>
      (await budgetsLeft(world.request, { currency: "EUR", tags: [], purchaseOrder: "" })).budgets[0]?.left;
    await rules({ lapseAfter: 48 });
    const reference = await ask(3);
    expect(await left()).toBe(0);
    await world.advance(48 * HOUR);
    await Promise.all([attend(), attendWaiting(world.instance())]);
    expect(await stateOf(reference)).toBe("declined");
    expect(await left()).toBe(3 * world.product.price);
    await world.work();
    expect(await world.postsOf(reference)).toBe(0);
    expect(await world.ordersAtService(reference)).toEqual([]);
    const { timeline } = await readOrder(world.request, { reference });
    expect(timeline.at(-1)).toMatchObject({
      action: "order.declined",
      actor: null,
      details: { lapsed: true, reason: "Nobody decided on it within 2 days." },
    });
    expect(timeline.filter(({ action }) => action === "order.declined")).toHaveLength(1);
    expect(await told(world.request)).toEqual([
      `Order ${reference} was declined, since nobody decided on it in time`,
    ]);
    await expect(approve(reference)).rejects.toMatchObject({ kind: "conflict", message: /has lapsed/ });
  });

  it("becomes a draft with one press, which says that it lapsed, and what has changed since it was confirmed", async () => {
    await rules({ lapseAfter: 2 });
    const reference = await ask();
    const order = await rowOf(reference);
    const { id: productId, languages, brands, categories, tags, ...after } = product(world.product.id);
    await world.program.db.insert(catalogChanges).values({
      productId,
      languages,
      brands,
      categories,
      tags,
      after,
      foundAt: order.createdAt + MINUTE,
      environment: "sandbox",
      syncRunId: 1,
      kinds: ["price"],
      before: { price: 900 },
    });
    await world.advance(2 * HOUR);
    await attend();
    const lines = linesAgain(order);
    const { id } = await openDraft(world.request, { origin: reference, lines });
    const view = await readDraft(world.request, { id });
    expect(view.origin?.decline).toEqual({
      by: null,
      confirmedAt: new Date(order.createdAt).toISOString(),
      reason: "Nobody decided on it within 2 hours.",
      wantsChanges: false,
    });
    expect(view.draft.lines).toEqual(lines);
    expect(view.changedSince).toMatchObject({ total: 1, productIds: [productId] });
  });

  it("stays as it is while orders are on hold, when nobody could approve it", async () => {
    await rules({ lapseAfter: 1 });
    const reference = await ask();
    await world.advance(HOUR);
    await attendWaiting({ ...world.program, holdsOrders: true });
    expect(await stateOf(reference)).toBe("awaiting_approval");
  });

  it("is either approved or lapses, whichever came first, and is sent only if it was approved", async () => {
    for (let round = 0; round < 6; round++) {
      const reference = await ask();
      const { id } = await rowOf(reference);
      const other = world.instance();
      const lapse = () => lapseOrder(other, id, 24);
      const decide = () => kindOf(approve(reference));
      const [lapsed, refused] =
        round === 0
          ? [await lapse(), await decide()]
          : round === 1
            ? await decide().then(async (kind) => [await lapse(), kind] as const)
            : await Promise.all([lapse(), decide()]);
      const state = await stateOf(reference);
      expect([round, lapsed, refused === null]).toEqual([round, state === "declined", state === "waiting"]);
      if (round === 0) expect(state).toBe("declined");
      if (round === 1) expect(state).toBe("waiting");
      await world.work();
      expect(await world.postsOf(reference)).toBe(state === "waiting" ? 1 : 0);
    }
  });

  it("is either declined by a member or lapses, and is recorded once", async () => {
    const reference = await ask();
    const { id } = await rowOf(reference);
    const decline = endOrder(world.approver, { reference, verb: "decline", reason: "No" });
    await Promise.all([lapseOrder(world.instance(), id, 24), kindOf(decline)]);
    const records = await world.program.db
      .select({ action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.orderRow, id));
    expect(records.filter(({ action }) => action === "order.declined")).toHaveLength(1);
  });
});

describe("the rules for orders that wait", () => {
  it("remind after a day as long as nobody has chosen, and let no order lapse", async () => {
    expect(await readApprovalSettings(world.admin)).toEqual({
      remindAfter: 24,
      passOnAfter: null,
      nextApprovers: [],
      lapseAfter: null,
    });
  });

  it("are changed by whoever manages the team, and name approvers only", async () => {
    expect(await kindOf(rules({}, world.approver))).toBe("forbidden");
    expect(await kindOf(rules({ nextApprovers: [world.request.actor.id] }))).toBe("validation");
    const wanted = {
      remindAfter: 1,
      passOnAfter: 2,
      nextApprovers: [world.approver.actor.id],
      lapseAfter: 3,
    };
    expect(await rules(wanted)).toEqual(wanted);
    expect(await readApprovalSettings(world.admin)).toEqual(wanted);
  });

  it("have an order lapse last, and reminded of first", () => {
    const isValid = (remindAfter: number | null, passOnAfter: number | null, lapseAfter: number | null) =>
      approvalSettingsSchema.safeParse({ remindAfter, passOnAfter, lapseAfter, nextApprovers: [] }).success;
    expect(isValid(1, 2, 3)).toBe(true);
    expect(isValid(null, null, 1)).toBe(true);
    expect(isValid(2, 1, null)).toBe(false);
    expect(isValid(3, null, 3)).toBe(false);
    expect(isValid(null, 4, 3)).toBe(false);
    expect(isValid(0, null, null)).toBe(false);
    expect(isValid(null, null, 2161)).toBe(false);
  });
});
