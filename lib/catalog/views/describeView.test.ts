import { describe, expect, it } from "vitest";
import { describeView } from "./describeView.ts";
import { parseAddress } from "./viewParams.ts";

describe("describeView", () => {
  it.each([
    ["", []],
    ["q=gift+card", ["“gift card”"]],
    ["country=DE&country=FR&language=en", ["Country: Germany, France", "Language: English"]],
    ["brand=A&brand=B&brand=C&brand=D&brand=E", ["Brand: A, B, C and 2 more"]],
    [
      "denomination=open&favourites=team&sort=-price",
      ["Team favourites", "Open amount", "Highest price first"],
    ],
    ["currency=EUR&minPrice=5&maxPrice=20,50", ["Currency: EUR", "Price: 5 to 20,50"]],
    ["minPrice=5", ["Price: from 5"]],
    ["maxPrice=5", ["Price: up to 5"]],
  ])("describes %j as %j", (query, parts) => {
    expect(describeView(parseAddress(new URLSearchParams(query)).view)).toEqual(parts);
  });
});
