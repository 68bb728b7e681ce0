import { describe, expect, it } from "vitest";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { ORDER_STATES } from "#lib/contracts/orderState.ts";
import { headlineOf, type Wording } from "./headline.ts";

const now = Date.parse("2030-01-01T14:29:00Z");
const words: Wording = {
  now,
  at: (iso) => iso.slice(11, 16),
  distance: (iso) => `in ${Math.floor((Date.parse(iso) - now) / 60_000)} min`,
};
const order = {
  state: "processing" as const,
  attempts: 1,
  statusName: null,
  delivered: null,
  ordered: 50,
  estimatedReadyAt: "2030-01-01T14:32:00Z",
  nextLookAt: "2030-01-01T14:32:00Z",
  origin: "placed" as const,
  placedBy: "Ada",
};

describe("the head of an order's page", () => {
  it("says when codes are expected and when the next check is", () => {
    expect(headlineOf(order, words)).toEqual({
      title: "Order accepted.",
      details: ["Codes expected at 14:32 (in 3 min). Next check 14:32."],
    });
  });

  it("does not promise a time that has passed, nor one that was never told", () => {
    const late = { ...order, estimatedReadyAt: "2030-01-01T14:20:00Z" };
    expect(headlineOf(late, words).details).toEqual([
      "Codes were expected at 14:20.",
      "Next check 14:32 (in 3 min).",
    ]);
    expect(headlineOf({ ...order, estimatedReadyAt: null }, words).details[0]).toMatch(/No delivery time/);
  });

  it("tells people not to place an order again whose outcome is unknown", () => {
    for (const state of ["unconfirmed", "needs_review"] as const) {
      expect(headlineOf({ ...order, state }, words).details.join(" ")).toContain("Don't place it again");
    }
    expect(headlineOf({ ...order, state: "unconfirmed" }, words).title).toBe("Outcome unknown.");
  });

  it("counts what was delivered", () => {
    expect(headlineOf({ ...order, state: "partial", delivered: 37 }, words).title).toBe(
      "37 of 50 codes were delivered.",
    );
    expect(headlineOf({ ...order, state: "completed", delivered: 50 }, words).title).toBe(
      "All 50 codes were delivered.",
    );
  });

  it("says that nothing was bought exactly where that is certain", () => {
    const saying = ORDER_STATES.filter((state) =>
      headlineOf({ ...order, state }, words)
        .details.join(" ")
        .includes("othing was bought"),
    );
    expect(saying).toEqual(statesWhere(({ isNothingBought }) => isNothingBought));
  });
});
