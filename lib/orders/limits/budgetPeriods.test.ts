import { describe, expect, it } from "vitest";
import { budgetPeriodAt, daysOf, periodBefore } from "./budgetPeriods.ts";

const every = (period: "month" | "quarter" | "year") => ({ period, startsOn: null, endsOn: null });
const at = (text: string) => Date.parse(text);

describe("the period of a budget", () => {
  it.each([
    ["month", "2028-02-29T23:59:59.999Z", "2028-02-01", "2028-02-29"],
    ["quarter", "2026-11-28T12:00:00Z", "2026-10-01", "2026-12-31"],
    ["quarter", "2026-01-01T00:00:00Z", "2026-01-01", "2026-03-31"],
    ["year", "2026-12-31T23:59:59Z", "2026-01-01", "2026-12-31"],
  ] as const)("of a %s is that of UTC: %s", (period, moment, from, to) => {
    const found = budgetPeriodAt(every(period), at(moment));
    expect(found === null ? null : daysOf(found)).toEqual({ from, to });
  });

  it("follows the one before without a gap, whatever the moment", () => {
    for (let moment = at("2024-01-01"); moment < at("2028-01-01"); moment += 86_400_000 * 11.3) {
      for (const period of ["month", "quarter", "year"] as const) {
        const found = budgetPeriodAt(every(period), moment);
        if (found === null) throw new Error("no period");
        expect(moment >= found.from && moment < found.to).toBe(true);
        expect(periodBefore(every(period), found)?.to).toBe(found.from);
      }
    }
  });

  it("of fixed dates has both its days, once", () => {
    const days = { period: "dates" as const, startsOn: "2026-11-27", endsOn: "2026-11-30" };
    expect(budgetPeriodAt(days, at("2026-11-26T23:59:59.999Z"))).toBeNull();
    expect(budgetPeriodAt(days, at("2026-12-01T00:00:00Z"))).toBeNull();
    const found = budgetPeriodAt(days, at("2026-11-30T23:59:59.999Z"));
    expect(found).toEqual({ from: at("2026-11-27"), to: at("2026-12-01") });
    expect(found === null ? null : periodBefore(days, found)).toBeNull();
  });
});
