/**
 * Every choice that a running service must make where the specification is silent, in one place.
 * Everything else in this program follows the specification to the letter.
 */
export const CHOICES = {
  /** 4.2 "Response envelope: not shown". */
  listEnvelope: "{ items: [...], total, skip, take }",
  /** 4.2 "Exact filter parameter names: not shown": the five words themselves; a repeated name means any of its values. */
  filterNames: ["country", "language", "brand", "category", "tag"],
  /** Part 8: `take` above the maximum is answered 400, below 1 and a negative `skip` too. */
  takeMaximum: 100,
  takeDefault: 100,
  /** 2.1 "Value of denominationType for fixed products: not shown". */
  fixedDenominationType: "fixed",
  /** 4.1 "Response shape: not shown". */
  wallet: "{ balances: [{ currencyCode, available, reserved }] }",
  /** 2.3 "wallet snapshot": its key in order responses. */
  walletKey: "wallet",
  /** 2.3 "Inner fields of products[].pin: not shown". One entry of `products` for each code. */
  pin: "{ code, serial, expiresAt }",
  /** Part 3: the names of the two further statuses. */
  partialStatus: "partially_completed",
  undeliveredStatus: "failed",
  /** 2.3: the scrubbed name of the count ordered. */
  orderedKey: "total",
  /** Part 1: small orders are near-instant, large ones take longer. Milliseconds. */
  fulfilmentBaseMs: 4_000,
  fulfilmentPerCodeMs: 40,
  slowFulfilmentMs: 5 * 60_000,
  /** Part 8: the numeric rate limit is not shown. A bucket for each key. */
  rateBurst: 400,
  ratePerSecond: 200,
  /** Part 8: "account order limit": not shown. None, except on the scenario product. */
  accountOrderLimit: null,
} as const;
