import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { ACCEPTED, WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { ENDED, OPEN, SUCCEEDED } from "./counted.ts";
import { ordersBehind, ordersIn } from "./links.ts";
import { daysLeft, spendPerDay } from "./runway.ts";
import { medianOfWaits } from "./waits.ts";

const classOf = (seconds: number) => Math.floor(10 * Math.log(seconds));

describe("what the figures count", () => {
  it("is the same set of states that their links show", () => {
    expect(ACCEPTED).toEqual(["processing", "unrecognised", "completed", "partial", "undelivered"]);
    expect(WITH_CODES).toEqual(["completed", "partial"]);
    expect(SUCCEEDED).toEqual(["completed"]);
    expect(ENDED.toSorted()).toEqual(["completed", "not_placed", "partial", "rejected", "undelivered"]);
    expect(
      ordersBehind({ from: "2026-11-01", to: "2026-11-02" }, { state: WITH_CODES, currency: "EUR" }),
    ).toBe("/orders?state=completed%2Cpartial&from=2026-11-01&to=2026-11-02&zone=utc&currency=EUR");
    expect(ordersIn(["waiting"])).toBe("/orders?state=waiting");
  });

  it("leaves no state out that is neither open nor ended, nor ended by a person", () => {
    const byPerson = ["declined", "closed", "withdrawn"];
    expect([...OPEN, ...ENDED, ...byPerson].toSorted()).toEqual([...ORDER_STATES].toSorted());
  });
});

describe("medianOfWaits()", () => {
  it("is within a few percent of the true median", () => {
    const seconds = Array.from({ length: 999 }, (_, n) => 20 + n);
    const classes = Map.groupBy(seconds, classOf);
    const median = medianOfWaits([...classes].map(([wait, own]) => ({ wait, orders: own.length }))) ?? 0;
    expect(Math.abs(median / 1_000 - 519) / 519).toBeLessThan(0.05);
  });

  it("does not exist without orders", () => {
    expect(medianOfWaits([])).toBeNull();
    expect(medianOfWaits([{ wait: 3, orders: 0 }])).toBeNull();
  });
});

describe("the runway", () => {
  it("is the balance over the pace of the last 30 days", () => {
    expect(daysLeft(10_000, [9_999, ...Array.from({ length: 30 }, () => 100)])).toBe(100);
    expect(
      daysLeft(
        99,
        Array.from({ length: 30 }, () => 100),
      ),
    ).toBe(0);
    expect(
      daysLeft(
        -5,
        Array.from({ length: 30 }, () => 100),
      ),
    ).toBe(0);
  });

  it("begins with the first order, of a week at least", () => {
    expect(
      spendPerDay([...Array.from({ length: 20 }, () => 0), ...Array.from({ length: 10 }, () => 70)]),
    ).toBe(70);
    expect(spendPerDay([0, 0, 0, 0, 0, 0, 0, 0, 0, 70])).toBe(10);
  });

  it("is not told if nothing is spent or a figure is not known", () => {
    expect(daysLeft(1_000, [0, 0, 0])).toBeNull();
    expect(daysLeft(1_000, [null, 5, 0])).toBeNull();
  });
});
