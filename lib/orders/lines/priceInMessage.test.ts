import { describe, expect, it } from "vitest";
import { priceInMessage } from "./priceInMessage.ts";

describe("the price in a message of the service", () => {
  it.each([
    ["Price for product 12 is below the minimum allowed (1050)", 1_050],
    ["Price for product 12 exceeds the maximum allowed (50000)", 50_000],
    ["Product 12 price mismatch: expected 2500", 2_500],
    ["Product 12 price mismatch: expected 999999999999999", 999_999_999_999_999],
    ["Product 12 price mismatch: expected 9999999999999999", null],
    ["Price for product 12 exceeds the maximum allowed (9999999999999999)", null],
    ["Product 12 is not available for purchase.", null],
    ["Rate limit exceeded. Retry after 2s.", null],
    ["Order 1050 not found", null],
  ])("of %j is %j", (message, price) => {
    expect(priceInMessage(message)).toBe(price);
  });
});
