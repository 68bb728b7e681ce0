import { isJson, listOf, when, type Fault, type Given, type Json } from "./faultyCopy.ts";
import { isAccepted, isList, isOrder, isPlaced, isWallet, type FaultRow } from "./faultRow.ts";

const hasEnded = ({ body }: Given): boolean => "orderId" in body && body.status !== "processing";
/** Changes orders that have ended, also when they are the answer to a repeated POST. */
const ended = (is: (body: Json) => boolean, change: (body: Json) => void): Fault =>
  when((given) => hasEnded(given) && is(given.body), change);
const isPartial = (body: Json): boolean => "delivered" in body;
const isUndelivered = (body: Json): boolean => "reason" in body;
const isCompleted = (body: Json): boolean => body.status === "completed";
const isProcessing = (given: Given): boolean => given.body.status === "processing";
/** Sets a member. */
const set = (name: string, value: unknown) => (body: Json) => {
  body[name] = value;
};
const withoutWallet = (body: Json): void => {
  delete body.wallet;
};
const OTHER_WALLET = { EUR: 1 };
const CODES = [{ productId: 1, pin: "TEST-1234-5678" }];
let charged = 0;

const WALLETS: FaultRow[] = [
  [
    "the 202 has another wallet than GET /wallet",
    when((given, call) => isAccepted(given, call) && isProcessing(given), set("wallet", OTHER_WALLET)),
    ["place.wallet", "repeat.same"],
  ],
  ["a partial order has no wallet", ended(isPartial, withoutWallet), ["partial.wallet"]],
  ["a completed order has no wallet", ended(isCompleted, withoutWallet), ["completed.wallet"]],
  [
    "an empty order has another wallet",
    ended(isUndelivered, set("wallet", OTHER_WALLET)),
    ["undelivered.wallet"],
  ],
  [
    "a repeated order has another wallet",
    when((given, call) => isPlaced(call) && hasEnded(given), set("wallet", OTHER_WALLET)),
    ["repeat.afterwards", "partial.wallet", "undelivered.wallet"],
  ],
  [
    "the wallet is charged",
    when(
      (_, call) => isWallet(call),
      (body) => {
        charged += 1;
        body.balances = [{ currencyCode: "EUR", available: 1_000 - charged }];
      },
    ),
    ["sandbox.neverCharges"],
  ],
];

const FIELDS: FaultRow[] = [
  ["a completed order has a reason", ended(isCompleted, set("reason", "none")), ["completed.fields"]],
  ["a completed order has a message", ended(isCompleted, set("message", "Done")), ["completed.fields"]],
  ["a completed order counts", ended(isCompleted, set("delivered", 1)), ["completed.fields"]],
  ["a partial order has a message", ended(isPartial, set("message", "Some")), ["partial.body"]],
  ["a partial order has a reason", ended(isPartial, set("reason", "No stock")), ["partial.body"]],
  ["a partial order has codes", ended(isPartial, set("products", CODES)), ["partial.noCodes"]],
  ["an empty order counts", ended(isUndelivered, set("delivered", 0)), ["undelivered.body"]],
  ["an empty order has a message", ended(isUndelivered, set("message", "None")), ["undelivered.body"]],
  ["the 202 has a message", when(isAccepted, set("message", "Thanks")), ["place.fields"]],
  ["orderId is a text", when(isAccepted, set("orderId", "5000001")), ["place.orderId"]],
  [
    "a processing order has a reason",
    when((given, call) => isOrder(call) && isProcessing(given), set("reason", "Busy")),
    ["processing.body"],
  ],
  [
    "a processing order has codes",
    when((given, call) => isOrder(call) && isProcessing(given), set("products", CODES)),
    ["processing.body"],
  ],
  [
    "errors have a fourth field",
    when(({ status }) => status >= 400, set("path", "/")),
    ["order.unknown", "product.unknown", "key.missing"],
  ],
];

/** Changes each product of a list. */
const products = (change: (product: Json) => void): Fault =>
  when(
    (_, call) => isList(call),
    ({ items }) => listOf(items).forEach(change),
  );
const setStatus = (from: number, to: number): Fault => ({
  answer: (given) => {
    if (given.status === from) given.status = to;
  },
});

const LISTS: FaultRow[] = [
  [
    "fixed products have bounds",
    products((product) => (product.denominationMinValue ??= 1)),
    ["product.fixed"],
  ],
  [
    "prices have fractions",
    products((product) => {
      if (typeof product.price === "number") product.price += 0.5;
    }),
    ["product.fixed"],
  ],
  [
    "a page has 101 products",
    {
      request: (call) => {
        call.path = call.path.replace("take=101", "take=100");
      },
      answer: (given, call) => {
        if (!isList(call) || !Array.isArray(given.body.items)) return;
        given.body.items.push({ id: 1, name: "One more", currencyCode: "EUR" });
      },
    },
    ["list.maximum"],
  ],
  ["statuses are 203", setStatus(200, 203), ["wallet.read", "list.read", "product.read", "completed.status"]],
  ["an order is answered 201", setStatus(202, 201), ["place.accepted"]],
  [
    "answers are called text",
    {
      answer: ({ headers }) => {
        headers["content-type"] = "text/plain";
      },
    },
    ["wallet.read", "list.read", "order.unknown"],
  ],
  [
    "the same codes come in every order",
    ended(isCompleted, ({ products: delivered }) => {
      for (const [at, each] of listOf(delivered).entries()) {
        if (isJson(each.pin)) each.pin = { code: `TEST-0000-0000-${at}` };
      }
    }),
    ["completed.ownCodes"],
  ],
  [
    "only the first line's codes are delivered",
    ended(isCompleted, (body) => {
      const all = listOf(body.products);
      body.products = all.filter(({ productId }) => productId === all[0]?.productId);
    }),
    ["completed.allLines"],
  ],
  [
    "no more than 500 codes are delivered",
    ended(isCompleted, (body) => {
      body.products = listOf(body.products).slice(0, 500);
    }),
    ["completed.thousand"],
  ],
  [
    "codes change each time",
    ended(isCompleted, ({ products: delivered }) => {
      for (const each of listOf(delivered)) each.pin = crypto.randomUUID();
    }),
    ["completed.stable"],
  ],
];

export const ANSWER_FAULTS: readonly FaultRow[] = [...WALLETS, ...FIELDS, ...LISTS];
