import { expect, it } from "vitest";
import { productAt } from "#sandbox/catalog/changing.ts";
import { generateCatalog } from "#sandbox/catalog/generate.ts";
import { assortment } from "./products.ts";

const WEEK = 7 * 24 * 60 * 60_000;
const weeks = Array.from({ length: 72 }, (_, week) => Date.UTC(2026, 10, 28) + week * WEEK);

it("what the demo's team buys is offered in every week, and a product of its templates has a price that moves", () => {
  const bought = ["EUR", "USD", "GBP", "JPY", "KWD"].flatMap((currency) => assortment(currency));
  const products = generateCatalog(2_400).filter(({ id }) => bought.some((fixed) => fixed.id === id));
  for (const product of products) {
    expect([product.id, weeks.filter((now) => productAt(product, now) === undefined)]).toEqual([
      product.id,
      [],
    ]);
  }
  const [, , third] = assortment("EUR");
  const moving = products.find(({ id }) => id === third?.id);
  const prices = weeks.map((now) => (moving === undefined ? undefined : productAt(moving, now)?.price));
  expect(new Set(prices).size).toBeGreaterThan(2);
});
