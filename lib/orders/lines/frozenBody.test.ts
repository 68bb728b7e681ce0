import { describe, expect, it } from "vitest";
import { freeze, orderRequestOf, orderTotal } from "./frozenBody.ts";

describe("the frozen body", () => {
  const line = { productId: 12, price: 1_000, quantity: 3, countryCode: "DE" };

  it("is what the specification asks for, CountryCode with a capital C, the total in minor units", () => {
    const body = orderRequestOf("A", "EUR", [line, { ...line, countryCode: null }]);
    expect(JSON.parse(new TextDecoder().decode(freeze(body ?? never())))).toEqual({
      externalOrderCode: "A",
      currency: "EUR",
      price: 6_000,
      orderProducts: [
        { productId: 12, price: 1_000, quantity: 3, CountryCode: "DE" },
        { productId: 12, price: 1_000, quantity: 3 },
      ],
    });
  });

  it("does not exist for a total that is no longer exact", () => {
    expect(orderTotal([{ price: Number.MAX_SAFE_INTEGER, quantity: 2 }])).toBeNull();
    expect(orderTotal([line, { price: Number.MAX_SAFE_INTEGER, quantity: 1 }])).toBeNull();
    expect(orderRequestOf("A", "EUR", [{ ...line, quantity: Number.MAX_SAFE_INTEGER }])).toBeNull();
  });
});

function never(): never {
  throw new Error("no body");
}
