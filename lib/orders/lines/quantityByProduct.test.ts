import { expect, it } from "vitest";
import { quantityByProduct } from "./quantityByProduct.ts";

it("the quantity of a product is that of all its lines", () => {
  const lines = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 5 },
    { productId: 1, quantity: 3 },
  ];
  expect([...quantityByProduct(lines)]).toEqual([
    [1, 5],
    [2, 5],
  ]);
});

it("no quantity is known where one line does not say its product or its quantity", () => {
  const known = { productId: 1, quantity: 2 };
  expect(quantityByProduct([known, { productId: null, quantity: 2 }]).size).toBe(0);
  expect(quantityByProduct([known, { productId: 2, quantity: null }]).size).toBe(0);
  expect(quantityByProduct([]).size).toBe(0);
});
