/**
 * Every choice that a running service must make where its interface (docs/service-interface.md) does not say, in one place.
 * Everything else in this program follows it to the letter. `§` is a section of that page.
 */
export const CHOICES = {
  /** §4.2 "Response envelope: not shown". */
  listEnvelope: "{ items: [...], total, skip, take }",
  /** §4.2 "Exact filter parameter names: not shown": the five words themselves; a repeated name means any of its values. */
  filterNames: ["country", "language", "brand", "category", "tag"],
  /** §8: `take` above the maximum is answered 400, below 1 and a negative `skip` too. */
  takeMaximum: 100,
  takeDefault: 100,
  /** §2.1 "Value of denominationType for fixed products: not shown". */
  fixedDenominationType: "fixed",
  /** §2.1 "Other catalog product fields: not shown": the facets as texts, tags as a list of texts; each only if it is known. */
  facets: "brand, category, language, tags: [...]",
  /** §4.1 "Response shape: not shown". */
  wallet: "{ balances: [{ currencyCode, available, reserved }] }",
  /** §2.3 "wallet snapshot": its key in order responses. */
  walletKey: "wallet",
  /** §2.3 "Full list of order response fields: not shown": every order contains these once it is no longer processing. */
  orderFields: "orderId, externalOrderCode, currency, price, wallet",
  /** §2.3 "Inner fields of products[].pin: not shown". One entry of `products` for each code. */
  pin: "{ code, serial, expiresAt }",
  /** §3: the names of the two further statuses. */
  partialStatus: "partially_completed",
  undeliveredStatus: "failed",
  /**
   * §3, rule 2, to the letter: a partial order says how many codes there are, and shows none. One scenario and three dialects do
   * show them.
   */
  partialShowsCodes: false,
  /** §12: the scrubbed name of the count ordered. */
  orderedKey: "total",
  /** §2.3 "timestamp": ISO 8601 in UTC with milliseconds. */
  timestamps: "2026-01-31T12:00:00.000Z",
  /** §1: small orders are near-instant, large ones take longer. Milliseconds; the first is what an order takes if no option says. */
  fulfilmentMs: 2_000,
  fulfilmentPerCodeMs: 25,
  slowFulfilmentMs: 5 * 60_000,
  /** §8: the numeric rate limit is not shown. A bucket of tokens for each key. */
  rateBurst: 2_000,
  ratePerSecond: 1_000,
  /** §8 "Size of the account order limit: not shown": codes in one order; more is answered 422. */
  accountOrderLimit: 100_000,
  /** Not shown: the largest body of a POST. More is answered 413 in the shape of §7. */
  maxBodyBytes: 10 * 1024 * 1024,

  /** §4.4: the rules are checked one after the other, each over all lines; the first broken one determines the answer. */
  validation: "rule by rule",
  /**
   * §4.4, rule 4: it is not said whether steps count from the minimum or from zero, so both are accepted. Other amounts have no
   * text of their own: "could not be validated".
   */
  stepAlignment: "from the minimum or from zero",
  /** §2.2 "Order the service": the sum of line price × quantity; any other sum is "could not be validated". */
  orderPrice: "the total of the lines",
  /** §2.2: CountryCode is recommended. It may be missing; if it differs from the product's, the order is refused with the country text. */
  countryCode: "optional, but must match",
  /** §7 "catalog membership": ordering a product that is not in the catalog has no text of its own; "is not currently available". */
  unknownProduct: "400, inactive",
  /** §4.4 "returns the existing order": 202 while processing, with the first answer's fields; afterwards 202 with what GET would say. */
  repeatedCode: "202 with the existing order",
  /** §4.5: digits that are both an orderId and the externalOrderCode of another order mean the orderId. */
  ambiguousReference: "orderId first",
  /** §7 "{reference} is the path value sent": as the sender meant it, URL-decoded. */
  referenceInMessage: "decoded",
  /** Not shown: an address that does not exist is answered 404 in the shape of §7, after the key was checked. */
  unknownPath: "Cannot GET /v2/…",
} as const;
