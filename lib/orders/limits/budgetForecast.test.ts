import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY } from "#lib/time/instant.ts";
import { budgetForecast } from "./budgetForecast.ts";

const NOVEMBER = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) };
const use = (spent: number, reserved = 0, amount = 1_000) => ({
  currency: "EUR",
  amount,
  carried: 0,
  reserved,
  spent,
});
const on = (day: number) => Date.UTC(2026, 10, day);

describe("the forecast of a budget", () => {
  it("is too early to tell in the first three days, and in the first tenth of a longer period", () => {
    const early = { kind: "too_early", currency: "EUR" };
    expect(budgetForecast(use(500), NOVEMBER, on(4) - 1)).toEqual(early);
    expect(budgetForecast(use(500), NOVEMBER, on(4))).not.toEqual(early);
    const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
    expect(budgetForecast(use(500), year, year.from + 36 * DAY)).toEqual(early);
    expect(budgetForecast(use(500), year, year.from + 37 * DAY)).not.toEqual(early);
  });

  it("goes on at the pace of the period so far, what is reserved included", () => {
    expect(budgetForecast(use(200, 100), NOVEMBER, on(16))).toEqual({
      kind: "pace",
      currency: "EUR",
      total: 600,
      usedUpOn: null,
    });
    expect(budgetForecast(use(800), NOVEMBER, on(16))).toMatchObject({
      total: 1_600,
      usedUpOn: "2026-11-19",
    });
    expect(budgetForecast(use(0), NOVEMBER, on(16))).toMatchObject({ total: 0, usedUpOn: null });
  });

  it("of one that is used up names today, and of a period that is over its last day", () => {
    expect(budgetForecast(use(1_200), NOVEMBER, on(16))).toMatchObject({ usedUpOn: "2026-11-16" });
    expect(budgetForecast(use(1_200), NOVEMBER, NOVEMBER.to + DAY)).toMatchObject({
      total: 1_200,
      usedUpOn: "2026-11-30",
    });
  });

  it("is never less than what is used, and names a day of the period", () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        amounts,
        amounts,
        amounts,
        fc.integer({ min: 3, max: 40 }),
        (spent, reserved, amount, days) => {
          const now = NOVEMBER.from + days * DAY;
          const forecast = budgetForecast(use(spent, reserved, amount), NOVEMBER, now);
          if (forecast.kind !== "pace") throw new Error("too early");
          expect(forecast.total).toBeGreaterThanOrEqual(spent + reserved);
          expect(forecast.usedUpOn !== null).toBe(forecast.total > amount);
          if (forecast.usedUpOn !== null) expect(forecast.usedUpOn).toMatch(/^2026-11-/);
        },
      ),
    );
  });
});
