import { describe, expect, it } from "vitest";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { chosenFilters } from "./chosenFilters.ts";

const VIEW: CatalogView = {
  q: "card",
  favourites: "mine",
  country: ["DE", "FR"],
  language: ["de"],
  denomination: "fixed",
  currency: ["EUR"],
  minPrice: "10",
  sort: "price",
};

const without = (text: string, view = VIEW) =>
  chosenFilters(view).find((each) => each.text === text)?.without;

describe("the chosen filters of the catalog", () => {
  it("are named one by one, without the search and the order", () => {
    expect(chosenFilters(VIEW).map(({ text }) => text)).toEqual([
      "My favourites",
      "Country: Germany",
      "Country: France",
      "Language: German",
      "Currency: EUR",
      "Fixed price",
      "Price: from 10",
    ]);
    expect(chosenFilters({ q: "card", sort: "name" })).toEqual([]);
  });

  it("are each removed alone", () => {
    expect(without("Country: Germany")).toEqual({ ...VIEW, country: ["FR"] });
    const { favourites: _, ...others } = VIEW;
    expect(without("My favourites")).toEqual(others);
    const { denomination: _fixed, ...open } = VIEW;
    expect(without("Fixed price")).toEqual(open);
    const { minPrice: _min, ...anyPrice } = VIEW;
    expect(without("Price: from 10")).toEqual(anyPrice);
  });

  it("lose the price range with the currency it was chosen in", () => {
    const { minPrice: _min, currency: _currency, ...rest } = VIEW;
    expect(without("Currency: EUR")).toEqual(rest);
  });

  it("are one filter where a facet has many values", () => {
    const brands = Array.from({ length: 40 }, (_, at) => `Brand ${at}`);
    expect(chosenFilters({ brand: brands })).toEqual([
      { key: "brand", text: "Brand: Brand 0, Brand 1, Brand 2 and 37 more", without: {} },
    ]);
  });

  it("are none once all were removed", () => {
    let view = VIEW;
    for (let first = chosenFilters(view)[0]; first !== undefined; first = chosenFilters(view)[0])
      view = first.without;
    expect(view).toEqual({ q: "card", sort: "price" });
  });
});
