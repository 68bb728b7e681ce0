import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { engineOf } from "./testing.ts";

const engine = engineOf([
  product(1, { name: "Nordwind Germany Gift Card 25 EUR", brands: ["Nordwind"] }),
  product(2, { name: "Nordwind Gift Card" }),
  product(3, { name: "Gift Card Nordwind", countryCode: "AT" }),
  product(4, { name: "Nordwind Gift Card Plus", countryCode: "FR" }),
  product(5, { name: "Südwind", countryCode: null }),
  product(6, { name: "Card", brands: ["Nordwind"], tags: ["gift"] }),
]);
const match = engine.matchNames();
const ids = (name: string, country = "", limit = 10) => match({ name, country }, limit).ids;

describe("the products of a name", () => {
  it("hold all its words as whole words, those with no other word in their name first", () => {
    expect(ids("nordwind gift card")).toEqual([3, 2, 6, 1, 4]);
    expect(ids("Nordwind, Gift-Card PLUS!")).toEqual([4]);
    expect(ids("sudwind")).toEqual([5]);
  });

  it("are none for a beginning, a part or an unknown word, and for no word", () => {
    expect(ids("Nord gift card")).toEqual([]);
    expect(ids("Nordwind nothing")).toEqual([]);
    expect(ids(" - ")).toEqual([]);
  });

  it("are those of the country if there are any, else all", () => {
    expect(ids("nordwind gift card", "Austria")).toEqual([3]);
    expect(ids("nordwind gift card", "fr")).toEqual([4]);
    expect(ids("nordwind gift card plus", "ES")).toEqual([4]);
    expect(ids("südwind", "ES")).toEqual([5]);
  });

  it("are at most as many as asked for, with the number of all", () => {
    expect(match({ name: "nordwind card", country: "" }, 2)).toEqual({ ids: [6, 3], total: 5 });
  });
});
