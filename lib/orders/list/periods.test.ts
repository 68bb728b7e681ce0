import { expect, it } from "vitest";
import { daysOfPeriod, PERIOD_WORDS, PERIODS } from "./periods.ts";

it("a period is its first and last day in the reader's time zone", () => {
  // In Zurich it is already the first of March.
  const now = Date.parse("2028-02-29T23:30:00Z");
  const inZurich = PERIODS.map((period) => [
    period,
    daysOfPeriod(period, now, { zone: "Europe/Zurich", weekStart: 0 }),
  ]);
  expect(Object.fromEntries(inZurich)).toEqual({
    today: { from: "2028-03-01", to: "2028-03-01" },
    yesterday: { from: "2028-02-29", to: "2028-02-29" },
    // The first of March is a Wednesday.
    week: { from: "2028-02-28", to: "2028-03-01" },
    "7-days": { from: "2028-02-24", to: "2028-03-01" },
    "30-days": { from: "2028-02-01", to: "2028-03-01" },
    month: { from: "2028-03-01", to: "2028-03-01" },
    "last-month": { from: "2028-02-01", to: "2028-02-29" },
  });
  expect(daysOfPeriod("today", now, { zone: "UTC", weekStart: 0 })).toEqual({
    from: "2028-02-29",
    to: "2028-02-29",
  });
});

it("this week begins with the day on which weeks begin, also when the clocks change", () => {
  // In Zurich it is Sunday, the 29th of March: the clocks have just gone forward.
  const now = Date.parse("2026-03-29T01:30:00Z");
  const from = (weekStart: number) => daysOfPeriod("week", now, { zone: "Europe/Zurich", weekStart }).from;
  expect([from(0), from(6), from(5)]).toEqual(["2026-03-23", "2026-03-29", "2026-03-28"]);
});

it("every period has words of its own", () => {
  expect(Object.values(PERIOD_WORDS)).toEqual([
    "Today",
    "Yesterday",
    "This week",
    "Last 7 days",
    "Last 30 days",
    "This month",
    "Last month",
  ]);
});
