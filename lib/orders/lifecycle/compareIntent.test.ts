import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { anyReport, anyTransitionContext, BLANK, NOW, REPORT } from "./arbitraries.testing.ts";
import { differencesFromIntent } from "./compareIntent.ts";
import { ANOTHER_ORDER, mergeReport } from "./mergeReport.ts";
import type { OrderRecord } from "./orderRecord.ts";
import type { OrderReport } from "./orderReport.ts";
import { transition } from "./transition.ts";
import { isWithheld, offeredActions } from "./withheld.ts";

/** 4 × product 12 at 1,000, in EUR. */
const keysOf = (reported: Partial<OrderReport>, of: Partial<OrderRecord> = {}) =>
  differencesFromIntent({ ...BLANK, ...of }, { ...REPORT, ...reported }).map(({ key }) => key);
const line = (productId: number | null, quantity: number | null, price: number | null = null) => ({
  productId,
  quantity,
  price,
});

describe("an answer that is not what was confirmed", () => {
  it.each<[string, Partial<OrderReport>, string[]]>([
    ["another total", { price: 1 }, ["total"]],
    ["another currency", { currency: "USD" }, ["currency"]],
    ["another product", { lines: [line(13, 4)] }, ["product 13", "missing 12"]],
    ["one more product", { lines: [line(12, 4), line(13, 1)] }, ["product 13"]],
    ["more of the product", { lines: [line(12, 5)] }, ["product 12"]],
    ["less of the product, before anything is delivered", { lines: [line(12, 3)] }, ["product 12"]],
    ["another unit price", { lines: [line(12, 4, 999)] }, ["price 12"]],
    ["another unit price of the only product", { lines: [line(null, null, 999)] }, ["price 12"]],
    [
      "codes of another product",
      { codeCount: 4, codesByProduct: [{ productId: 13, count: 4 }] },
      ["product 13"],
    ],
    ["more codes", { codeCount: 5, codesByProduct: [{ productId: null, count: 5 }] }, ["count"]],
    ["another count of the ordered codes", { namedOrdered: 9, delivered: 3 }, ["ordered"]],
  ])("is told by %s", (_name, reported, keys) => {
    expect(keysOf(reported)).toEqual(keys);
  });

  it.each<[string, Partial<OrderReport>]>([
    ["nothing", {}],
    ["the same", { price: 4_000, currency: "eur", lines: [line(12, 4, 1_000)] }],
    ["what a line costs in all", { lines: [line(12, 4, 4_000)] }],
    ["what a line costs in all, for what has come", { codeCount: 2, lines: [line(12, 2, 2_000)] }],
    ["an entry for each code", { codeCount: 4, lines: [1, 2, 3, 4].map(() => line(12, 1, 1_000)) }],
    [
      "an entry for each code, with the whole quantity",
      { codeCount: 4, lines: [1, 2].map(() => line(12, 4)) },
    ],
    ["fewer codes than ordered", { codeCount: 1, codesByProduct: [{ productId: 12, count: 1 }] }],
    ["a count of money", { namedOrdered: 4_000, delivered: 4 }],
    ["a count of lines", { namedOrdered: 1, delivered: 1 }],
    ["any count beside all codes", { namedOrdered: 9, delivered: 4 }],
    ["a number that may be anything", { ordered: 9, delivered: 4 }],
  ])("is not told by %s", (_name, reported) => {
    expect(keysOf(reported)).toEqual([]);
  });

  it("is nothing to compare for an order that was found, not placed here", () => {
    expect(keysOf({ price: 1, lines: [line(13, 9)] }, { origin: "found" })).toEqual([]);
  });

  it("changes nothing of the order but its alarm, in whatever state it is, and whatever is reported later", () => {
    const foreign = { lines: [line(13, 4)], orderId: "99", reason: "gone", statusName: "odd", delivered: 4 };
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATES), anyReport, (state, later) => {
        const record: OrderRecord = { ...BLANK, state, orderId: "77" };
        const first = mergeReport(record, { ...REPORT, ...foreign, outcome: "completed" }, NOW);
        const after = mergeReport(first, later, NOW);
        for (const seen of [first, after]) {
          const { state: _state, everAmbiguous, alarm, otherOrder, ...kept } = seen;
          expect({ ...record, ...kept }).toEqual(record);
          expect(alarm).toContain(ANOTHER_ORDER);
          expect(isWithheld(seen)).toBe(true);
          expect(offeredActions(seen)).toContain("accept");
          expect(everAmbiguous || seen.state !== "needs_review").toBe(true);
          expect(otherOrder?.differences.map(({ key }) => key)).toContain("product 13");
        }
      }),
    );
  });

  it("can be found not to be ours, which ends the polls, of an order that was withdrawn after an attempt too", () => {
    const context = { now: NOW, skewMs: 0, random: 0 };
    const foreign = { ...REPORT, lines: [line(13, 4)], orderId: "99", outcome: "completed" as const };
    for (const state of ["processing", "not_placed", "withdrawn"] as const) {
      const withheld = mergeReport({ ...BLANK, state, nextActionAt: NOW }, foreign, NOW);
      expect(offeredActions(withheld)).toContain("close");
      const after = transition(withheld, { kind: "ended", verb: "close" }, context);
      expect(after).toMatchObject({ state: "closed", nextActionAt: null });
    }
  });

  it("counts from a person's word on, and withholds what is told later and was not accepted", () => {
    const context = { now: NOW, skewMs: 0, random: 0 };
    const foreign = { ...REPORT, lines: [line(13, 4)], outcome: "completed" as const, codeCount: 4 };
    const withheld = mergeReport({ ...BLANK, state: "unconfirmed" }, foreign, NOW);
    const accepted = transition(withheld, { kind: "answer_accepted" }, context);
    expect(accepted).toMatchObject({ state: "needs_review", nextActionAt: NOW });
    expect(mergeReport(accepted, foreign, NOW)).toMatchObject({ state: "completed", delivered: 4 });
    expect(isWithheld(mergeReport(accepted, { ...foreign, price: 1 }, NOW))).toBe(true);
    // Only what is withheld can be accepted.
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATES), anyTransitionContext, (state, at) => {
        const record = { ...BLANK, state };
        expect(transition(record, { kind: "answer_accepted" }, at)).toEqual(record);
      }),
    );
  });
});
