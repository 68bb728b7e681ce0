import * as fc from "fast-check";

/** A price, or an end of a range of prices, in minor units; sometimes none, and sometimes one that makes no sense. */
export const somePrice = fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 120 }));

/** What a price range reads of a product. */
export const somePriced = fc.record({
  currencyCode: fc.constantFrom("EUR", "USD", null),
  denomination: fc.constantFrom("fixed", "open"),
  price: somePrice,
  denominationMinValue: somePrice,
  denominationMaxValue: somePrice,
  tags: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
});
