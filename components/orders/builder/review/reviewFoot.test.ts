import { describe, expect, it } from "vitest";
import { placeLabel } from "./ReviewFoot.tsx";

describe("the button of the review", () => {
  const euros = { price: 4_000, currency: "EUR", overLimit: null };
  const overLimit = { period: "order" as const, limit: 3_000, used: 0 };

  it("names the environment, how many orders, and every amount once it is known", () => {
    expect(placeLabel("sandbox", 1, [euros])).toBe("Place test order · €40.00");
    expect(placeLabel("production", 1, [euros])).toBe("Place order · €40.00");
    expect(placeLabel("sandbox", 2, [euros, { price: 2_500, currency: "JPY", overLimit: null }])).toBe(
      "Place 2 test orders · €40.00 + JP¥2,500",
    );
    expect(placeLabel("production", 2, [euros])).toBe("Place 2 orders");
    expect(placeLabel("production", 1, [{ price: null, currency: "EUR", overLimit: null }])).toBe(
      "Place order",
    );
  });

  it("says that it asks for approval if an order is above a limit", () => {
    const above = { ...euros, overLimit };
    expect(placeLabel("sandbox", 1, [above])).toBe("Ask for approval · €40.00");
    expect(placeLabel("production", 2, [above, above])).toBe(
      "Ask for approval of 2 orders · €40.00 + €40.00",
    );
    expect(placeLabel("production", 3, [above, euros, euros])).toBe(
      "Place 2 orders, ask for approval of 1 · €40.00 + €40.00 + €40.00",
    );
  });
});
