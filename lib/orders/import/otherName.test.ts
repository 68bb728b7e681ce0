import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { NameMatch } from "./matchProduct.ts";
import { otherNameMessage } from "./otherName.ts";

const CARD = product(101_601, {
  name: "Aurora Play Saudi Arabia Gift Card, choose your amount",
  brands: ["Aurora Play"],
  countryCode: "SA",
  currencyCode: "SAR",
});
const OTHER = { products: [product(101_473)], total: 1 };
const messageOf = (name: string, named: NameMatch | undefined = OTHER, productId = "101601") =>
  otherNameMessage(
    { productId, name, amount: "25,00", quantity: "1", country: "", currency: "" },
    CARD,
    named,
  );

describe("a name beside an id", () => {
  it.each([
    "",
    "Aurora Play",
    "aurora  play, gift-card",
    "Aurora Play SA",
    "Aurora Play Gift Card SAR",
    "Aurora Play 25,00",
    "101601 Aurora Play",
  ])("that is the product's is accepted: %j", (name) => expect(messageOf(name)).toBeNull());

  it.each([
    "Aurora Play Kuwait Gift Card, choose your amount",
    "Basslinie",
    "Aurora Play KW",
    "Aurora Play 50",
    "101473",
  ])("of another product is refused with both: %j", (name) => {
    expect(messageOf(name)).toContain(`This row says “${name}”, but product 101601 is “Aurora Play Saudi`);
  });

  it.each(["Kuwait 25", "Card of ours, United States", "Karte Österreich"])(
    "of another country is refused, although no product is called so: %j",
    (name) => expect(messageOf(name, { products: [], total: 0 })).toContain("but product 101601 is"),
  );

  it.each(["Bob", "Aurora Play Deluxe", "Steamly 50"])("that no product has is refused, too: %j", (name) =>
    expect(messageOf(name, { products: [], total: 0 })).toContain("but product 101601 is"),
  );

  it.each(["Karte Saudi-Arabien", "Gift card Aurora Play", "e-gift code"])(
    "that says only what is sold and where is accepted: %j",
    (name) => expect(messageOf(name, { products: [], total: 0 })).toBeNull(),
  );

  it("alone is no contradiction", () => expect(messageOf("Basslinie", OTHER, "")).toBeNull());
});
