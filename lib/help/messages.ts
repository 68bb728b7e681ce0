/** A message of the service, explained. */
export type MessageHelp = {
  /** Identifies it in an address. */
  id: string;
  /** The HTTP status of the answer. */
  code: number;
  /** As in docs/service-interface.md §7, with its placeholders. */
  text: string;
  meaning: string;
  you: string;
};

const ASK_SUPPORT = "Ask the service's support. Until it is resolved, all orders are refused.";
const RETRIED = "Wait. Codedesk finds out whether the order was placed before it sends anything again.";

/** What each message of the service means, as orders and the help page explain it. */
export const MESSAGE_HELP: readonly MessageHelp[] = [
  {
    id: "missing-key",
    code: 401,
    text: "Missing API key",
    meaning: "The service received a call without the key of this account.",
    you: "Ask an administrator to check the connection in the settings.",
  },
  {
    id: "invalid-key",
    code: 401,
    text: "Invalid API key",
    meaning: "The service doesn't accept the key of this account. The key may have been revoked.",
    you: "Ask an administrator to check the connection in the settings.",
  },
  {
    id: "rate-limited",
    code: 429,
    text: "Rate limit exceeded. Retry after {seconds}s.",
    meaning: "The account has made more calls than the service allows at a time.",
    you: "Wait. Codedesk slows down all calls and sends the order automatically.",
  },
  {
    id: "product-not-found",
    code: 404,
    text: "Product {productId} was not found in your catalog",
    meaning: "The product is not in the account's catalog any more.",
    you: "Choose another product.",
  },
  {
    id: "no-lines",
    code: 400,
    text: "orderProducts must not be empty",
    meaning: "The order had no lines.",
    you: "Add a product and place a new order.",
  },
  {
    id: "bad-line",
    code: 400,
    text: "Each line requires a productId and a quantity of at least 1",
    meaning: "A line had no product or no quantity.",
    you: "Correct the line and place a new order.",
  },
  {
    id: "currency-mismatch",
    code: 400,
    text: "Product {productId} is priced in {productCurrency}, not {requested}",
    meaning: "The product's currency is not the currency of the order.",
    you: "Order the product in its own currency, in a separate order.",
  },
  {
    id: "price-required",
    code: 400,
    text: "Product {productId} is open-denomination and requires a price",
    meaning: "This product has no fixed price, and the line had no amount.",
    you: "Enter an amount and place a new order.",
  },
  {
    id: "below-minimum",
    code: 400,
    text: "Price for product {productId} is below the minimum allowed ({min})",
    meaning: "The amount is smaller than the product's minimum, which may have changed.",
    you: "Enter the minimum or more. Prices in messages are in the smallest unit; the amount is shown beside them.",
  },
  {
    id: "above-maximum",
    code: 400,
    text: "Price for product {productId} exceeds the maximum allowed ({max})",
    meaning: "The amount is larger than the product's maximum, which may have changed.",
    you: "Enter the maximum or less, or order several codes.",
  },
  {
    id: "price-mismatch",
    code: 400,
    text: "Product {productId} price mismatch: expected {expected}",
    meaning: "The price of the product has changed since it was read.",
    you: "Check the new price and place a new order.",
  },
  {
    id: "wrong-country-or-currency",
    code: 400,
    text: "Product {productId} is not available for ordering with the supplied country or currency.",
    meaning: "The service does not sell this product for the country or in the currency of the line.",
    you: "Check country and currency against the product in the catalog.",
  },
  {
    id: "inactive",
    code: 400,
    text: "Product {productId} is not currently available.",
    meaning: "The service has taken the product off sale, perhaps for a while.",
    you: "Try again later, or choose another product.",
  },
  {
    id: "wrong-order-currency",
    code: 400,
    text: "Product {productId} cannot be ordered in the requested currency.",
    meaning: "The service's supplier doesn't accept this currency for the product.",
    you: "Choose the same product in another currency, if the catalog has it.",
  },
  {
    id: "invalid-order",
    code: 400,
    text: "The order could not be validated. Check product ids, prices, and currency.",
    meaning: "The service found something invalid in the order, and doesn't say what.",
    you: "Copy the order to a new one. Codedesk then loads and checks its products and prices again.",
  },
  {
    id: "already-placed",
    code: 400,
    text: "This order has already been placed.",
    meaning: "The service has an order with this reference.",
    you: "Don't place it again. Codedesk looks the order up and shows its state.",
  },
  {
    id: "unmapped",
    code: 400,
    text: "The order could not be placed. Check your request and try again.",
    meaning: "The service refused the order without a reason.",
    you: "Copy the order to a new one. If that is refused too, send the support packet to the service's support.",
  },
  {
    id: "ordering-disabled",
    code: 403,
    text: "API ordering is disabled for your account. Contact support for assistance.",
    meaning: "The service currently accepts no orders from this account.",
    you: ASK_SUPPORT,
  },
  {
    id: "duplicate-code",
    code: 409,
    text: "An order with this external order code already exists.",
    meaning: "The service has an order with this reference.",
    you: "Don't place it again. Codedesk looks the order up and shows its state.",
  },
  {
    id: "limit-exceeded",
    code: 422,
    text: "Your account order limit has been exceeded. Contact support for assistance.",
    meaning: "The order is larger than the account may place, or the limit of the account is used up.",
    you: `Order less at a time. ${ASK_SUPPORT}`,
  },
  {
    id: "unavailable",
    code: 422,
    text: "Product {productId} is not available for purchase.",
    meaning: "The service cannot sell this product at the moment.",
    you: "Try again later, or choose another product.",
  },
  {
    id: "order-not-found",
    code: 404,
    text: "Order {reference} not found",
    meaning: "The service has no order with this reference, or not yet.",
    you: "Check the reference and the environment.",
  },
  {
    id: "upstream-down",
    code: 502,
    text: "Order processing is temporarily unavailable. Please try again later.",
    meaning: "The service got no answer from its supplier. It is not certain whether the order was placed.",
    you: RETRIED,
  },
  {
    id: "not-created",
    code: 502,
    text: "Order could not be created. Please try again later.",
    meaning: "The service couldn't create the order, or doesn't know whether it did.",
    you: RETRIED,
  },
  {
    id: "still-processing",
    code: 200,
    text: "Order is still processing",
    meaning: "The service has accepted the order. Its codes are not ready yet.",
    you: "Wait. Codedesk checks again automatically.",
  },
];

const MATCHERS = MESSAGE_HELP.map((help) => ({ help, pattern: patternOf(help.text) }));

/** The explanation of a message as received; null for one that is not in the interface. */
export function explainMessage(message: string): MessageHelp | null {
  return MATCHERS.find(({ pattern }) => pattern.test(message.trim()))?.help ?? null;
}

/** Placeholders match anything, and a full stop at the end may be missing. */
function patternOf(text: string): RegExp {
  const exact = text
    .replace(/\.$/, "")
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".{1,200}");
  return new RegExp(`^${exact}\\.?$`, "u");
}
