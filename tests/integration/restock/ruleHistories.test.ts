import fc from "fast-check";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeRuleRequestSchema, type RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { DAY } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import { members } from "#server/db/schema/members.ts";
import { restockRuns } from "#server/db/schema/restock.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";
import { approveRule } from "#server/restock/approveRule.ts";
import { changeRule } from "#server/restock/saveRule.ts";
import { createRulesWorld, type RulesWorld } from "./rulesWorld.ts";

let world: RulesWorld;
beforeAll(async () => {
  world = await createRulesWorld();
});
afterAll(() => world.close());

const HISTORIES = 10;

type Step =
  | { kind: "run"; instances: number }
  | { kind: "run unreachable" | "approve" | "pause" | "resume" | "next day" | "disable" | "enable" }
  | { kind: "sell"; codes: number }
  | { kind: "price"; percent: number }
  | { kind: "change"; keep: number; more: number; price: number; day: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant("run" as const), instances: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 4, arbitrary: fc.constant<Step>({ kind: "approve" }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("sell" as const), codes: fc.integer({ min: 1, max: 8 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("price" as const), percent: fc.constantFrom(80, 100, 130) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("change" as const),
        keep: fc.integer({ min: 1, max: 10 }),
        more: fc.nat(15),
        price: fc.constantFrom(90, 100, 140),
        day: fc.integer({ min: 1, max: 30 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(
          "run unreachable" as const,
          "pause" as const,
          "resume" as const,
          "next day" as const,
          "disable" as const,
          "enable" as const,
        )
        .map((kind): Step => ({ kind })),
    },
  ),
  { minLength: 5, maxLength: 16 },
);

/** One history of one rule that orders, and what it may have done. */
class History {
  /** What the rule was allowed to order at in the runs since its last order, by a second member. */
  #isApproved = false;
  #isEnabled = true;
  #known = 0;

  async run(given: readonly Step[]): Promise<void> {
    await world.begin(6);
    await this.#enable(true);
    await world.rule({
      mode: "order",
      keep: 5,
      refillTo: 15,
      highestPrice: world.product.price,
      mostPerDay: 20 * world.product.price,
    });
    for (const step of given) {
      await this.#act(step).catch((error: unknown) => {
        if (!isAppError(error)) throw error;
      });
      await this.#judge(step);
    }
    await this.#enable(true);
  }

  async #rule(): Promise<RestockRule> {
    const [rule] = await world.rules();
    if (rule === undefined) throw new Error("the rule is gone");
    return rule;
  }

  async #act(step: Step): Promise<void> {
    switch (step.kind) {
      case "run":
        await Promise.all(Array.from({ length: step.instances }, () => world.run(world.instance())));
        return;
      case "run unreachable":
        return world.run(world.instance({}, { baseUrl: "http://127.0.0.1:9" }));
      case "sell":
        return world.sell(step.codes);
      case "price":
        return world.price(Math.round((world.product.price * step.percent) / 100));
      case "next day":
        return world.advance(DAY);
      case "approve": {
        const { id, version } = await this.#rule();
        await approveRule(world.approver, { ruleId: id, version });
        this.#isApproved = true;
        return;
      }
      case "disable":
      case "enable":
        return this.#enable(step.kind === "enable");
      case "pause":
      case "resume":
        return this.#change({ paused: step.kind === "pause" });
      case "change": {
        const { price } = world.product;
        const caps = { highestPrice: Math.round((price * step.price) / 100), mostPerDay: step.day * price };
        return this.#change({ keep: step.keep, refillTo: step.keep + step.more, ...caps });
      }
    }
  }

  async #change(terms: Record<string, unknown>): Promise<void> {
    const { id, mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, version, paused } =
      await this.#rule();
    const known = { mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, version, paused };
    await changeRule(world.request, { ruleId: id, ...changeRuleRequestSchema.parse({ ...known, ...terms }) });
    this.#isApproved = (await this.#rule()).approved;
  }

  async #enable(isEnabled: boolean): Promise<void> {
    const disabledAt = isEnabled ? null : world.now();
    await world.program.db.update(members).set({ disabledAt }).where(eq(members.id, world.request.actor.id));
    this.#isEnabled = isEnabled;
  }

  async #judge(step: Step): Promise<void> {
    const rule = await this.#rule();
    const placed = await world.orders();
    const runs = await world.program.db.select().from(restockRuns).where(eq(restockRuns.ruleId, rule.id));
    // One occasion, one order; and no order without an occasion.
    const occasions = runs.map(({ number }) =>
      confirmationOf({ kind: "restock", id: rule.id }, String(number)),
    );
    expect(new Set(occasions).size).toBe(runs.length);
    for (const { confirmationId } of placed) expect(occasions).toContain(confirmationId);
    expect(new Set(placed.map(({ confirmationId }) => confirmationId)).size).toBe(placed.length);
    // What came new was allowed at that moment.
    const fresh = placed.slice(this.#known);
    this.#known = placed.length;
    if (!this.#isApproved || !this.#isEnabled || rule.paused) expect(fresh, step.kind).toEqual([]);
    for (const { lines } of fresh) {
      for (const line of lines) expect(line.price).toBeLessThanOrEqual(rule.highestPrice ?? 0);
    }
    const today = Math.floor(world.now() / DAY);
    const spent = placed.filter(({ createdAt }) => Math.floor(createdAt / DAY) === today);
    const total = spent.reduce((sum, { price }) => sum + (price ?? 0), 0);
    if (fresh.length > 0) expect(total).toBeLessThanOrEqual(rule.mostPerDay ?? 0);
    if (fresh.length > 0) {
      const { untouched, ordered, proposed } = rule.position;
      expect(untouched + ordered + proposed).toBeLessThanOrEqual(rule.refillTo);
    }
  }
}

describe("a restock rule that orders, whatever happens around it", () => {
  it("orders once for each occasion, only what a second member has approved, within its caps and never above its number", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (given) => new History().run(given)),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  });
});
