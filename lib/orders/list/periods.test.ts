import { expect, it } from "vitest";
import { daysOfPeriod, PERIOD_WORDS, PERIODS } from "./periods.ts";

it("a period is its first and last day in the time zone of whoever looks", () => {
  // In Zurich it is the first of March already.
  const now = Date.parse("2028-02-29T23:30:00Z");
  const inZurich = PERIODS.map((period) => [period, daysOfPeriod(period, now, "Europe/Zurich")]);
  expect(Object.fromEntries(inZurich)).toEqual({
    today: { from: "2028-03-01", to: "2028-03-01" },
    yesterday: { from: "2028-02-29", to: "2028-02-29" },
    "7-days": { from: "2028-02-24", to: "2028-03-01" },
    "30-days": { from: "2028-02-01", to: "2028-03-01" },
    month: { from: "2028-03-01", to: "2028-03-01" },
    "last-month": { from: "2028-02-01", to: "2028-02-29" },
  });
  expect(daysOfPeriod("today", now, "UTC")).toEqual({ from: "2028-02-29", to: "2028-02-29" });
});

it("every period has words of its own", () => {
  expect(Object.values(PERIOD_WORDS)).toEqual([
    "Today",
    "Yesterday",
    "Last 7 days",
    "Last 30 days",
    "This month",
    "Last month",
  ]);
});
