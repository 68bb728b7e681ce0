import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { attentionStep } from "./attentionStep.ts";
import { STATES } from "./states.ts";

const order = { alarm: null, delivered: null, ordered: 5, lineCount: 1 };
const wordsOf = (given: Partial<Parameters<typeof attentionStep>[0]>, mayPlace = true) =>
  attentionStep({ ...order, state: "rejected", ...given }, mayPlace)?.words ?? null;

describe("what to do next about an order that needs attention", () => {
  it("is to order missing codes, or the lines of an order that bought nothing, for members who place orders", () => {
    expect(wordsOf({ state: "partial", delivered: 3 })).toBe("Reorder 2 missing");
    expect(wordsOf({ state: "rejected" })).toBe("Edit and reorder");
    expect(wordsOf({ state: "not_placed" })).toBe("Edit and reorder");
    expect(wordsOf({ state: "undelivered", delivered: 0 })).toBe("Order again");
  });

  it("is to check while the outcome is unknown, never to order again", () => {
    for (const state of ["unconfirmed", "needs_review", "unrecognised"] as const) {
      expect(wordsOf({ state, delivered: 3 })).toBe("Check now");
    }
  });

  it("is to check for members who place no orders, and nothing where that is not offered", () => {
    expect(wordsOf({ state: "partial", delivered: 3 }, false)).toBe("Check now");
    expect(wordsOf({ state: "rejected" }, false)).toBeNull();
  });

  it("is left to the order's page where the service contradicts itself, and where its lines are not known", () => {
    expect(wordsOf({ state: "partial", delivered: 3, alarm: "Two answers." })).toBeNull();
    expect(wordsOf({ state: "rejected", lineCount: 0 })).toBeNull();
  });

  it("is one of the actions that the state offers", () => {
    for (const state of ORDER_STATES.filter((each) => STATES[each].needsAttention)) {
      const step = attentionStep({ ...order, state, delivered: 1 }, true);
      expect(STATES[state].actions, state).toContain(step?.action);
    }
  });
});
