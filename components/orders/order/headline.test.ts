import { describe, expect, it } from "vitest";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { headlineOf, type Wording } from "./headline.ts";

const now = Date.parse("2030-01-01T14:29:00Z");
const words: Wording = {
  now,
  at: (iso) => iso.slice(11, 16),
  countdown: (iso) => `in ${Math.floor((Date.parse(iso) - now) / 60_000)}:00`,
  distance: (iso) => `in ${Math.floor((Date.parse(iso) - now) / 60_000)} min`,
};
const order = {
  state: "processing" as const,
  actions: [],
  attempts: 1,
  statusName: null,
  delivered: null,
  ordered: 50,
  estimatedReadyAt: "2030-01-01T14:32:00Z",
  nextLookAt: "2030-01-01T14:32:00Z",
  recheckUntil: null,
  origin: "placed" as const,
  placedBy: "Ada",
  overLimit: null,
  byOwnToken: false,
  standsInFor: null,
  deciders: null,
  currency: "USD",
  otherOrder: null,
  sendBefore: null,
  refusal: null,
};

describe("the head of an order's page", () => {
  it("does not say that an order never reached the service which the service had answered", () => {
    const { title } = headlineOf({ ...order, state: "not_placed", attempts: 3 }, words);
    expect(title).toBe("Order not placed. The service didn't accept it in time.");
  });

  it("says of a 403 in other words than the service's that it was refused on the way, and nothing bought", () => {
    const told = (message: string) => {
      const refusal = { statusCode: 403, error: "Forbidden", message };
      return headlineOf({ ...order, state: "rejected", refusal }, words);
    };
    const firewall = told("Request blocked.");
    expect([firewall.title, firewall.details[0]]).toEqual([
      "Refused on the way to the service.",
      "Nothing was bought.",
    ]);
    const own = told("API ordering is disabled for your account. Contact support for assistance.");
    expect(own.title).toBe("Rejected by the service.");
  });

  it("says above which limit an order is that waits for approval, and whose", () => {
    const waiting = { ...order, state: "awaiting_approval" as const };
    const overLimit = { period: "day" as const, limit: 50_000, used: 42_000 };
    expect(headlineOf({ ...waiting, overLimit }, words)).toEqual({
      title: "Waiting for another member's approval.",
      details: [
        "It is above Ada's limit of US$500.00 per day (US$420.00 used).",
        "A member who can approve orders decides on it. Nothing has been sent yet.",
      ],
    });
    const single = { ...waiting, overLimit: { period: "order" as const, limit: 50_000, used: 0 } };
    expect(headlineOf(single, words).details[0]).toBe("It is above Ada's limit of US$500.00 per order.");
  });

  it("says to the member who created its service token why they can't approve it", () => {
    const waiting = { ...order, state: "awaiting_approval" as const, placedBy: "Shop", byOwnToken: true };
    expect(headlineOf(waiting, words).details).toEqual([
      "You created the service token that placed it, so another member has to decide on it. Nothing has been sent yet.",
    ]);
  });

  it("says to a member who can approve an order that it waits for them", () => {
    const waiting = { ...order, state: "awaiting_approval" as const, actions: ["approve" as const] };
    expect(headlineOf(waiting, words)).toEqual({
      title: "Waiting for your approval.",
      details: ["Nothing has been sent yet."],
    });
  });

  it("counts down to when codes are expected, and says when the next check is if it comes later", () => {
    const title = "Order accepted.";
    expect(headlineOf(order, words)).toEqual({ title, details: ["Codes expected at 14:32, in 3:00."] });
    const later = { ...order, nextLookAt: "2030-01-01T14:40:00Z" };
    expect(headlineOf(later, words)).toEqual({
      title,
      details: ["Codes expected at 14:32, in 3:00. Next check 14:40."],
    });
  });

  it("does not call an order complete that lacks codes", () => {
    const short = headlineOf({ ...order, state: "completed", delivered: 37 }, words);
    expect(short.title).toBe("The service reports this order as completed, with 37 of 50 codes.");
    expect(short.details).toEqual([expect.stringContaining("13 codes are missing")]);
    const recheckUntil = "2030-01-02T13:00:00Z";
    const checked = headlineOf({ ...order, state: "completed", delivered: 37, recheckUntil }, words);
    expect(checked.details.slice(1)).toEqual([
      "This may not be final, so we keep checking until 13:00.",
      "Next check 14:32 (in 3 min).",
    ]);
  });

  it("says until when missing codes are checked for, and that nothing more is expected after it", () => {
    const partial = { ...order, state: "partial" as const, delivered: 37 };
    const until = headlineOf({ ...partial, recheckUntil: "2030-01-02T13:00:00Z" }, words);
    expect(until.details[0]).toBe("This may not be final, so we keep checking until 13:00.");
    expect(headlineOf({ ...partial, nextLookAt: null }, words).details).toEqual([
      "We checked for a day. No more codes arrived.",
    ]);
  });

  it("does not promise a time that has passed, nor one that was never given", () => {
    const late = { ...order, estimatedReadyAt: "2030-01-01T14:20:00Z" };
    expect(headlineOf(late, words).details).toEqual([
      "Codes were expected at 14:20.",
      "Next check 14:32 (in 3 min).",
    ]);
    expect(headlineOf({ ...order, estimatedReadyAt: null }, words).details[0]).toMatch(/No delivery time/);
  });

  it("asks people not to place an order again whose outcome is unknown", () => {
    for (const state of ["unconfirmed", "needs_review"] as const) {
      expect(headlineOf({ ...order, state }, words).details.join(" ")).toContain("Don't place it again");
    }
    expect(headlineOf({ ...order, state: "unconfirmed" }, words).title).toBe("Outcome unknown.");
  });

  it("counts what was delivered", () => {
    expect(headlineOf({ ...order, state: "partial", delivered: 37 }, words).title).toBe(
      "37 of 50 codes were delivered.",
    );
    // The ordered quantity does not prove what was delivered.
    expect(headlineOf({ ...order, state: "completed", delivered: null }, words)).toEqual({
      title: "The service reports this order as completed.",
      details: ["It hasn't said how many codes were delivered."],
    });
    expect(headlineOf({ ...order, state: "completed", delivered: 50 }, words).title).toBe(
      "All 50 codes were delivered.",
    );
  });

  it("says that nothing was bought exactly if that is certain", () => {
    const saying = (nextLookAt: string | null) =>
      ORDER_STATES.filter((state) =>
        headlineOf({ ...order, state, nextLookAt }, words)
          .details.join(" ")
          .includes("othing was bought"),
      );
    expect(saying(null)).toEqual(statesWhere(({ isNothingBought }) => isNothingBought));
    expect(saying(order.nextLookAt)).toEqual(["declined", "rejected"]);
  });

  it("asks people to wait with ordering again until the service has said that it doesn't have the order", () => {
    for (const state of statesWhere(({ poll }) => poll === "until_absent")) {
      const details = headlineOf({ ...order, state }, words).details.join(" ");
      expect(details).toContain("Don't order again before");
      expect(details).toContain("Next check 14:32 (in 3 min).");
    }
  });
});
