import { describe, expect, it } from "vitest";
import { attachMessage } from "./attachMessage.ts";

describe("a message of the service", () => {
  const lines = [{ productId: 12 }, { productId: 123 }, { productId: 12 }];
  it.each([
    ["Product 12 is not currently available.", [0, 2]],
    ["Product 123 price mismatch: expected 5", [1]],
    ["Price for product 12 is below the minimum allowed (5)", [0, 2]],
    ["Product 1 is not currently available.", []],
    ["The product 12 is nice", []],
    ["Our best Product 12 is not currently available.", []],
    ["This order has already been placed.", []],
    ["Product 12", [0, 2]],
  ])("%s stands on the lines it is about", (message, indexes) => {
    expect(attachMessage(message, lines).map(({ index }) => index)).toEqual(indexes);
  });
});
