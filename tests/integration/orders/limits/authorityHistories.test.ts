import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budgetRequestSchema } from "#lib/contracts/orders/budgets.ts";
import { addDays, dayOf } from "#lib/time/calendarDays.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { covers } from "#server/db/schema/approvals.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { orders } from "#server/db/schema/orders.ts";
import { lapseOrder } from "#server/orders/approval/lapseOrder.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { endCover } from "#server/team/cover/endCover.ts";
import { nameDeputy } from "#server/team/cover/nameDeputy.ts";
import { createLimitWorld, type LimitWorld } from "./limitWorld.ts";

const HISTORIES = 15;

let world: LimitWorld;
let second: Program;
/** Administrators, who may do all of it: only being another member protects an order from them. */
let people: MemberRequest[];
beforeAll(async () => {
  world = await createLimitWorld();
  second = world.instance();
  people = await Promise.all(["Ada", "Bo", "Cleo"].map((name) => world.join("admin", name)));
  await world.limit({ perOrder: world.product.price }, { role: "admin" });
});
afterAll(() => world.close());

const who = fc.integer({ min: 0, max: 2 });
const which = fc.nat({ max: 9 });
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("place" as const),
      who,
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("approve" as const), who, which }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constantFrom("decline" as const, "withdraw" as const), who, which }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("lapse" as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("cover" as const), who, deputy: who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("uncover" as const), who, which }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("amount" as const), codes: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("work" as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
/** What happens at the same moment on two instances, and how much time passes after it. */
const moments = fc.array(
  fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 3 }), ms: fc.constantFrom(MINUTE, HOUR) }),
  {
    minLength: 4,
    maxLength: 9,
  },
);

/** One history: its orders and covers, by what the test itself has done. */
class Run {
  readonly references: string[] = [];
  readonly #budgetId: string;
  /** Covers since they began; the deputy may not decide from then on on what the member asked for until it ended. */
  readonly #covers: { id: string; member: string; deputy: string; from: number; to: number }[] = [];

  constructor(budgetId: string) {
    this.#budgetId = budgetId;
  }

  async take(one: Act, program: Program): Promise<void> {
    const by = (index: number): MemberRequest => ({ ...(people[index] ?? world.admin), ...program });
    const reference =
      "which" in one ? (this.references[one.which % Math.max(1, this.references.length)] ?? "") : "";
    await tolerate(this.#do(one, by, reference));
  }

  async #do(one: Act, by: (index: number) => MemberRequest, reference: string): Promise<unknown> {
    switch (one.act) {
      case "place": {
        const lines = [{ productId: world.product.id, quantity: one.quantity }];
        const placed = await placeOrder(by(one.who), {
          currency: "EUR",
          lines,
          confirmationId: randomUUID(),
        });
        return this.references.push(placed.externalOrderCode ?? "");
      }
      case "approve":
        return approveOrder(by(one.who), { reference });
      case "decline":
      case "withdraw":
        return endOrder(by(one.who), { reference, verb: one.act, reason: "No" });
      case "lapse": {
        const [row] = await world.program.db
          .select({ id: orders.id })
          .from(orders)
          .where(eq(orders.externalOrderCode, reference));
        return row && lapseOrder(second, row.id, 24);
      }
      case "cover":
        return this.#cover(by(one.who), by(one.deputy));
      case "uncover":
        return this.#uncover(by(one.who));
      case "amount":
        return writeBudget(by(0), { ...terms(one.codes), budgetId: this.#budgetId });
      case "work":
        return world.work();
    }
  }

  async #cover(member: MemberRequest, deputy: MemberRequest): Promise<void> {
    const from = world.now();
    const today = dayOf(from, "UTC");
    const { covers: all } = await nameDeputy(member, {
      memberId: null,
      deputyId: deputy.actor.id,
      from: today,
      to: addDays(today, 5),
    });
    const id = all.find((each) => each.member.id === member.actor.id)?.id ?? "";
    this.#covers.push({ id, member: member.actor.id, deputy: deputy.actor.id, from, to: Infinity });
  }

  async #uncover(member: MemberRequest): Promise<void> {
    const open = this.#covers.find((each) => each.member === member.actor.id && each.to === Infinity);
    if (open === undefined) return;
    // Before it ends: a decision at the same moment may still be refused.
    await endCover(member, { coverId: open.id });
    open.to = world.now();
  }

  /** 17, 18 and 19 of the invariants. */
  async check(): Promise<void> {
    const [own] = (await listBudgets(world.admin)).budgets.filter(({ id }) => id === this.#budgetId);
    for (const { amount, reserved, spent } of own?.periods[0]?.used ?? []) {
      expect(reserved).toBeGreaterThanOrEqual(0);
      expect(reserved + spent).toBeLessThanOrEqual(amount);
    }
    const rows = await world.program.db
      .select()
      .from(orders)
      .where(inArray(orders.externalOrderCode, [...this.references, ""]));
    for (const row of rows) {
      if (row.state === "declined") expect([row.attempts, row.approvedAt]).toEqual([0, null]);
      const [approval] = await world.program.db
        .select()
        .from(auditRecords)
        .where(and(eq(auditRecords.orderRow, row.id), eq(auditRecords.action, "order.approved")));
      if (approval === undefined) continue;
      const barred = this.#standsInFor(approval.actorId ?? "", row.createdAt, approval.at);
      expect([approval.actorId, [...barred].includes(row.placedBy ?? "")]).toEqual([approval.actorId, false]);
    }
  }

  /** For whom a member stood in at some time strictly between two moments, and the member. */
  #standsInFor(id: string, since: number, until: number): Set<string> {
    const found = new Set([id]);
    for (const each of found) {
      for (const { member, deputy, from, to } of this.#covers)
        if (deputy === each && from < until && to > since) found.add(member);
    }
    return found;
  }

  /** Nothing that was declined, or waits, has reached the service. */
  async checkService(): Promise<void> {
    const rows = await world.program.db
      .select()
      .from(orders)
      .where(inArray(orders.externalOrderCode, [...this.references, ""]));
    for (const { externalOrderCode, state } of rows) {
      if (state !== "declined" && state !== "awaiting_approval") continue;
      expect([state, await world.postsOf(externalOrderCode ?? "")]).toEqual([state, 0]);
    }
  }
}

/** A hard budget of so many codes. */
function terms(codes: number) {
  return budgetRequestSchema.parse({
    name: "Histories",
    mode: "hard",
    period: "year",
    amounts: [{ currency: "EUR", amount: codes * world.product.price }],
  });
}

async function tolerate(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    // A refusal for a member is no failure of the program.
    if (!isAppError(error)) throw error;
  });
}

async function begin(): Promise<Run> {
  const { db } = world.program;
  await db.delete(covers);
  await db.delete(budgets);
  await db.update(orders).set({ budgets: [], nextActionAt: null });
  const [budget] = (await writeBudget(world.admin, terms(8))).budgets;
  return new Run(budget?.id ?? "");
}

describe("random histories of authority", () => {
  it(`none of ${HISTORIES} exceeds a hard budget, decides for oneself through cover, or sends what was declined`, async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(moments, async (history) => {
        const run = await begin();
        for (const { acts, ms } of history) {
          await Promise.all(
            acts.map((one, index) => run.take(one, index % 2 === 0 ? world.program : second)),
          );
          await run.check();
          await world.advance(ms);
        }
        await run.checkService();
        const rows = await world.program.db
          .select({ state: orders.state })
          .from(orders)
          .where(inArray(orders.externalOrderCode, [...run.references, ""]));
        for (const { state } of rows) ends.set(state, (ends.get(state) ?? 0) + 1);
      }),
      { numRuns: HISTORIES },
    );
    // Histories without any of these would prove nothing.
    expect([...ends.keys()]).toEqual(expect.arrayContaining(["awaiting_approval", "declined"]));
  });
});
