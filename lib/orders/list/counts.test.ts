import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { sumOfCounts } from "./counts.ts";
import { ORDER_TABS, statesOfTab } from "./tabs.ts";

describe("the tabs of the list", () => {
  it("have every state in exactly one of them", () => {
    expect(new Set(ORDER_TABS.flatMap(statesOfTab))).toEqual(new Set(ORDER_STATES));
    expect(ORDER_TABS.flatMap(statesOfTab)).toHaveLength(ORDER_STATES.length);
    expect(statesOfTab("not-placed")).toEqual(["declined", "closed", "rejected", "not_placed", "withdrawn"]);
    expect(statesOfTab("incomplete")).toEqual(["partial", "undelivered"]);
    expect(statesOfTab("unconfirmed")).toEqual(["unconfirmed", "needs_review", "unrecognised"]);
  });
});

describe("sumOfCounts()", () => {
  it("adds up what is exact, and rounds a lower bound down", () => {
    const states = { completed: { count: 1_234, more: false }, partial: { count: 5, more: false } };
    expect(sumOfCounts({ states }, ["completed", "partial", "closed"])).toEqual({
      text: "1,239",
      more: false,
    });
    const bounded = { states: { ...states, rejected: { count: 10_000, more: true } } };
    expect(sumOfCounts(bounded, ORDER_STATES)).toEqual({ text: "11,000+", more: true });
    expect(sumOfCounts({ states: { partial: { count: 7, more: true } } }, ["partial"])).toEqual({
      text: "7+",
      more: true,
    });
  });
});
