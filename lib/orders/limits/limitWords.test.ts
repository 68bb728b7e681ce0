import { describe, expect, it } from "vitest";
import { limitWords } from "./limitWords.ts";

describe("the words of an exceeded limit", () => {
  it("name the limit and its period, and what is used of a period that lasts", () => {
    const limit = { limit: 50_000, used: 42_000 };
    expect(limitWords({ ...limit, period: "order" }, "USD")).toBe("$500.00 per order");
    expect(limitWords({ ...limit, period: "day" }, "USD")).toBe("$500.00 per day ($420.00 used)");
    expect(limitWords({ ...limit, period: "month" }, "JPY")).toBe("¥50,000 per month (¥42,000 used)");
  });
});
