import { describe, expect, it } from "vitest";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { FIXED, OPEN } from "./products.testing.ts";
import { explainLine, isSupplyRefusal } from "./supply.ts";

const SUPPLY = "Product 12 is not available for ordering with the supplied country or currency.";
const refusal = (message: string, statusCode = 400) => ({ statusCode, error: "Bad Request", message });

describe("a refusal asks for the catalog to be read again", () => {
  it.each([SUPPLY, SUPPLY.slice(0, -1), ` ${SUPPLY}\n`, SUPPLY.replace("12", "7")])(
    "when it says %j",
    (message) => {
      expect(isSupplyRefusal(refusal(message))).toBe(true);
    },
  );

  it.each([
    "Product 12 is not currently available.",
    `${SUPPLY} Or so.`,
    `Sorry: ${SUPPLY}`,
    SUPPLY.replace("12", "x"),
    SUPPLY.replace("12", ""),
  ])("but not when it says %j", (message) => {
    expect(isSupplyRefusal(refusal(message))).toBe(false);
  });

  it("but not under another status code, and not without words", () => {
    expect(isSupplyRefusal(refusal(SUPPLY, 422))).toBe(false);
    expect(isSupplyRefusal(null)).toBe(false);
  });
});

describe("what the catalog says now of a refused product", () => {
  const line: OrderLine = {
    productId: 12,
    productName: "Card",
    price: 1_000,
    quantity: 1,
    countryCode: "DE",
  };

  it("is that it is gone, or that nothing changed, so that the service has to be asked", () => {
    expect(explainLine(line, "EUR", null)).toContain("no longer in your catalog");
    for (const product of [FIXED, OPEN]) {
      expect(explainLine(line, "EUR", product)).toMatch(/as you ordered it.+account manager/);
    }
  });

  it("names the old and the new country and currency, even if one of them was not given", () => {
    expect(explainLine(line, "EUR", { ...FIXED, countryCode: "AT", currencyCode: "CHF" })).toBe(
      "The catalog has changed: country AT (ordered with DE), currency CHF (ordered with EUR).",
    );
    expect(explainLine({ ...line, countryCode: null }, "EUR", FIXED)).toContain(
      "country DE (ordered with none)",
    );
    expect(explainLine(line, "EUR", { ...FIXED, countryCode: null })).toContain(
      "country not given (ordered with DE)",
    );
  });

  it("names the price of a fixed product only if both prices are known and differ", () => {
    expect(explainLine({ ...line, price: 900 }, "EUR", FIXED)).toBe(
      "The catalog has changed: price €10.00 (ordered at €9.00).",
    );
    expect(explainLine({ ...line, price: null }, "EUR", FIXED)).toContain("as you ordered it");
    expect(explainLine(line, "EUR", { ...FIXED, price: null })).toContain("as you ordered it");
  });

  it("names the limit of an open product that the ordered amount breaks by now, and no other", () => {
    const changed = (price: number | null, limits: Partial<typeof OPEN> = {}) =>
      explainLine({ ...line, price }, "EUR", { ...OPEN, ...limits });
    expect(changed(999)).toBe("The catalog has changed: minimum €10.00 (ordered at €9.99).");
    expect(changed(5_001)).toBe("The catalog has changed: maximum €50.00 (ordered at €50.01).");
    for (const price of [1_000, 5_000, null]) expect(changed(price)).toContain("as you ordered it");
    const unlimited = { denominationMinValue: null, denominationMaxValue: null };
    for (const price of [1, 999_999]) expect(changed(price, unlimited)).toContain("as you ordered it");
  });
});
