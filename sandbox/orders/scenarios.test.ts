import { describe, expect, it } from "vitest";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { afterwards, REFUSALS, refusalOfRepeat } from "./scenarios.ts";

const accepted = { status: 202, body: { orderId: 1 } };

const INVALID = "The order could not be validated. Check product ids, prices, and currency.";
const DOWN = "Order processing is temporarily unavailable. Please try again later.";
const NOT_CREATED = "Order could not be created. Please try again later.";
const LIMITED = "Rate limit exceeded. Retry after 2s.";
const CONFLICT = "An order with this external order code already exists.";
const ALREADY = "This order has already been placed.";

/** How often it refuses product 7 (undefined: always), the status and the message. */
const REFUSED: [Behaviour, number | undefined, number, string][] = [
  ["unavailable", undefined, 422, "Product 7 is not available for purchase."],
  ["inactive", undefined, 400, "Product 7 is not currently available."],
  [
    "wrong-country",
    undefined,
    400,
    "Product 7 is not available for ordering with the supplied country or currency.",
  ],
  ["wrong-currency", undefined, 400, "Product 7 cannot be ordered in the requested currency."],
  ["price-upstream", undefined, 400, "Product 7 is open-denomination and requires a price."],
  ["price-required", undefined, 400, "Product 7 is open-denomination and requires a price"],
  ["invalid-order", undefined, 400, INVALID],
  ["unmapped", undefined, 400, "The order could not be placed. Check your request and try again."],
  [
    "ordering-disabled",
    undefined,
    403,
    "API ordering is disabled for your account. Contact support for assistance.",
  ],
  [
    "limit-exceeded",
    undefined,
    422,
    "Your account order limit has been exceeded. Contact support for assistance.",
  ],
  ["throttled", 2, 429, LIMITED],
  ["throttled-always", undefined, 429, LIMITED],
  ["throttled-date", 1, 429, LIMITED],
  ["throttled-bare", 1, 429, LIMITED],
  ["down-once", 1, 502, DOWN],
  ["down-always", undefined, 502, DOWN],
  ["not-created", 1, 502, NOT_CREATED],
  ["not-created-always", undefined, 502, NOT_CREATED],
];

describe("a scenario", () => {
  it.each(REFUSED)("%s refuses (%s times) with %i and its message", (behaviour, first, status, message) => {
    const refuses = REFUSALS[behaviour];
    expect(refuses?.first).toBe(first);
    expect(refuses?.reply(7)).toMatchObject({ status, body: { statusCode: status, message } });
  });

  it("says in seconds, as a date or not at all when to come again", () => {
    const after = (behaviour: Behaviour) => {
      const { retryAfter, retryAfterSeconds } = REFUSALS[behaviour]?.reply(7) ?? {};
      return [retryAfterSeconds, retryAfter];
    };
    for (const name of ["throttled", "throttled-always"] as const)
      expect(after(name)).toEqual([2, undefined]);
    expect(after("throttled-date")).toEqual([2, "date"]);
    expect(after("throttled-bare")).toEqual([undefined, undefined]);
  });

  it("refuses some orders once they are made, and some when they come again", () => {
    const refused = (statusCode: number, message: string) => ({
      status: statusCode,
      body: { statusCode, message },
    });
    expect(afterwards("conflict", accepted)).toMatchObject(refused(409, CONFLICT));
    expect(afterwards("already-placed", accepted)).toMatchObject(refused(400, ALREADY));
    expect(afterwards("down-after", accepted)).toMatchObject(refused(502, DOWN));
    expect(refusalOfRepeat("conflict")).toMatchObject(refused(409, CONFLICT));
    expect(refusalOfRepeat("conflict-on-repeat")).toMatchObject(refused(409, CONFLICT));
    expect(refusalOfRepeat("already-placed")).toMatchObject(refused(400, ALREADY));
    expect(refusalOfRepeat("slow")).toBeNull();
    expect(refusalOfRepeat(null)).toBeNull();
    expect(afterwards("conflict-on-repeat", accepted)).toBe(accepted);
  });

  it("breaks the connection, hangs or leads elsewhere instead of answering", () => {
    expect(REFUSALS["reset-before"]?.reply(1).fault).toEqual({ kind: "reset" });
    expect(REFUSALS["swallowed-once"]?.reply(1).fault).toEqual({ kind: "hang" });
    expect(REFUSALS.redirected?.reply(1)).toEqual({
      status: 502,
      body: null,
      fault: {
        kind: "answer",
        status: 307,
        body: "",
        headers: { location: "https://elsewhere.example/v2/orders" },
      },
    });
  });

  it("spoils the answer once the order is made", () => {
    expect(afterwards("reset-after", accepted)).toEqual({ ...accepted, fault: { kind: "reset" } });
    expect(afterwards("never-answers", accepted)).toEqual({ ...accepted, fault: { kind: "hang" } });
    expect(afterwards("late-answer", accepted)).toEqual({ ...accepted, fault: { kind: "delay", ms: 8_000 } });
    expect(afterwards("truncated", accepted)).toEqual({ ...accepted, fault: { kind: "truncate" } });
    expect(afterwards("garbage", accepted).fault).toEqual({
      kind: "answer",
      status: 202,
      body: "<html>Accepted</html>",
      headers: { "content-type": "text/html" },
    });
    expect(afterwards("server-error", accepted)).toMatchObject({
      status: 500,
      body: { message: "Internal server error" },
    });
  });

  it("leaves the answer as it is if it says nothing about it", () => {
    expect(afterwards(null, accepted)).toBe(accepted);
    expect(afterwards("slow", accepted)).toBe(accepted);
  });
});
