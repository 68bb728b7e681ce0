import { describe, expect, it } from "vitest";
import { limitWords } from "./limitWords.ts";

describe("the words of an exceeded limit", () => {
  it("name the limit and its period, and what is used of a period that lasts", () => {
    const limit = { limit: 50_000, used: 42_000 };
    expect(limitWords({ ...limit, period: "order" }, "USD")).toBe("US$500.00 per order");
    expect(limitWords({ ...limit, period: "day" }, "USD")).toBe("US$500.00 per day (US$420.00 used)");
    expect(limitWords({ ...limit, period: "budget", budget: "Campaigns" }, "USD")).toBe(
      "US$500.00 in Campaigns (US$420.00 used)",
    );
    expect(limitWords({ ...limit, period: "month" }, "JPY")).toBe("JP¥50,000 per month (JP¥42,000 used)");
  });
});
