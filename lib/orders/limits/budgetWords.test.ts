import { describe, expect, it } from "vitest";
import { leftWords, periodWords } from "./budgetWords.ts";

const CAMPAIGNS = {
  id: "0b7c7a2e-6f0e-4c5a-9c55-0c3f6b6a2a11",
  name: "Campaigns",
  mode: "hard" as const,
  period: "month" as const,
  from: "2026-11-01",
  to: "2026-11-30",
  currency: "EUR",
  amount: 500_000,
};

describe("the words of a budget", () => {
  it("say what is left of it, or by how much it is exceeded, and when", () => {
    expect(leftWords({ ...CAMPAIGNS, left: 124_000 })).toBe(
      "€1,240.00 of €5,000.00 left in Campaigns, November 2026",
    );
    expect(leftWords({ ...CAMPAIGNS, left: -100 })).toBe(
      "€1.00 above the €5,000.00 in Campaigns, November 2026",
    );
  });

  it.each([
    ["quarter", "October 2026 to December 2026"],
    ["year", "2026"],
    ["dates", "2026-10-01 to 2026-12-31"],
  ] as const)("name a period of %s", (period, words) => {
    expect(periodWords({ period, from: "2026-10-01", to: "2026-12-31" })).toBe(words);
  });
});
