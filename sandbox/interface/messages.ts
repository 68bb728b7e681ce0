/** The exact texts of docs/service-interface.md §7, in its order. */
export const MESSAGES = {
  missingKey: "Missing API key",
  invalidKey: "Invalid API key",
  rateLimited: (seconds: number) => `Rate limit exceeded. Retry after ${seconds}s.`,
  productNotFound: (id: string) => `Product ${id} was not found in your catalog`,
  noLines: "orderProducts must not be empty",
  badLine: "Each line requires a productId and a quantity of at least 1",
  currencyMismatch: (id: number, own: string, requested: string) =>
    `Product ${id} is priced in ${own}, not ${requested}`,
  priceRequired: (id: number) => `Product ${id} is open-denomination and requires a price`,
  belowMinimum: (id: number, min: number) => `Price for product ${id} is below the minimum allowed (${min})`,
  aboveMaximum: (id: number, max: number) => `Price for product ${id} exceeds the maximum allowed (${max})`,
  priceMismatch: (id: number, expected: number) => `Product ${id} price mismatch: expected ${expected}`,
  wrongCountryOrCurrency: (id: number) =>
    `Product ${id} is not available for ordering with the supplied country or currency.`,
  inactive: (id: number) => `Product ${id} is not currently available.`,
  upstreamCurrency: (id: number) => `Product ${id} cannot be ordered in the requested currency.`,
  upstreamPriceRequired: (id: number) => `Product ${id} is open-denomination and requires a price.`,
  invalidOrder: "The order could not be validated. Check product ids, prices, and currency.",
  alreadyPlaced: "This order has already been placed.",
  unmapped: "The order could not be placed. Check your request and try again.",
  orderingDisabled: "API ordering is disabled for your account. Contact support for assistance.",
  duplicateCode: "An order with this external order code already exists.",
  limitExceeded: "Your account order limit has been exceeded. Contact support for assistance.",
  unavailable: (id: number) => `Product ${id} is not available for purchase.`,
  orderNotFound: (reference: string) => `Order ${reference} not found`,
  upstreamDown: "Order processing is temporarily unavailable. Please try again later.",
  notCreated: "Order could not be created. Please try again later.",
  stillProcessing: "Order is still processing",
} as const;

/** The label that goes with each status code (docs/service-interface.md §7; 413 and 500 are not in its table). */
export const LABELS: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
};
