import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { type Answer, errorBody, type Order, orderOf, partner, type Partner } from "./partner.ts";

let sandbox: Sandbox;
let client: Partner;
let plain: number;
let open: number;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = partner(sandbox);
  plain = await scenario(sandbox, "pins-as-strings");
  open = await scenario(sandbox, "awkward-amount");
});
afterAll(() => sandbox.dispose());

/** One line over the open scenario product, at a price or at none. */
const openAt = (price: number | undefined): Order => ({
  ...orderOf(open, 1, price ?? 0),
  orderProducts: [{ productId: open, price, quantity: 1 }],
});

/**
 * The message table of docs/service-interface.md §7, row by row and in its order: the texts are copied from there and not from
 * the sandbox. {id} is the product that the answer is about.
 */
type Row = [code: number, message: string, ask: () => Promise<{ answer: Answer; id?: number }>];

const ask = (answer: Promise<Answer>, id?: number) => answer.then((given) => ({ answer: given, id }));
const buy = async (behaviour: Behaviour) => {
  const id = await scenario(sandbox, behaviour);
  return ask(client.post(orderOf(id)), id);
};

const TABLE: Row[] = [
  [401, "Missing API key", () => ask(partner(sandbox, null).get("/wallet"))],
  [401, "Invalid API key", () => ask(partner(sandbox, "svc_test_wrong").get("/wallet"))],
  [429, "Rate limit exceeded. Retry after 2s.", () => buy("throttled-always")],
  [404, "Product 4711 was not found in your catalog", () => ask(client.get("/catalog/products/4711"))],
  [400, "orderProducts must not be empty", () => ask(client.post({ ...orderOf(plain), orderProducts: [] }))],
  [
    400,
    "Each line requires a productId and a quantity of at least 1",
    () => ask(client.post(orderOf(plain, 0))),
  ],
  [400, "Product {id} is priced in USD, not EUR", () => buy("currency-mismatch")],
  [
    400,
    "Product {id} is open-denomination and requires a price",
    () => ask(client.post(openAt(undefined)), open),
  ],
  [
    400,
    "Price for product {id} is below the minimum allowed (1000)",
    () => ask(client.post(openAt(999)), open),
  ],
  [
    400,
    "Price for product {id} exceeds the maximum allowed (50000)",
    () => ask(client.post(openAt(50_001)), open),
  ],
  [400, "Product {id} price mismatch: expected 1050", () => buy("price-mismatch")],
  [
    400,
    "Product {id} is not available for ordering with the supplied country or currency.",
    () => buy("wrong-country"),
  ],
  [400, "Product {id} is not currently available.", () => buy("inactive")],
  [400, "Product {id} cannot be ordered in the requested currency.", () => buy("wrong-currency")],
  [400, "Product {id} is open-denomination and requires a price.", () => buy("price-upstream")],
  [
    400,
    "The order could not be validated. Check product ids, prices, and currency.",
    () => buy("invalid-order"),
  ],
  [400, "This order has already been placed.", () => buy("already-placed")],
  [400, "The order could not be placed. Check your request and try again.", () => buy("unmapped")],
  [
    403,
    "API ordering is disabled for your account. Contact support for assistance.",
    () => buy("ordering-disabled"),
  ],
  [409, "An order with this external order code already exists.", () => buy("conflict")],
  [
    422,
    "Your account order limit has been exceeded. Contact support for assistance.",
    () => buy("limit-exceeded"),
  ],
  [422, "Product {id} is not available for purchase.", () => buy("unavailable")],
  [404, "Order no/such order not found", () => ask(client.get("/orders/no%2Fsuch%20order"))],
  [502, "Order processing is temporarily unavailable. Please try again later.", () => buy("down-always")],
  [502, "Order could not be created. Please try again later.", () => buy("not-created-always")],
];

describe("§7 every row of the message table", () => {
  it.each(TABLE)("%i %s", async (code, message, make) => {
    const { answer, id } = await make();
    expect(answer.status).toBe(code);
    expect(answer.body).toEqual(errorBody(code, message.replace("{id}", String(id))));
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("has the label of the code and only the three fields in every error", async () => {
    for (const [, , make] of TABLE) {
      const { answer } = await make();
      expect(Object.keys(Object(answer.body))).toEqual(["statusCode", "error", "message"]);
    }
  });

  it("has the bounds at the time of ordering in the text, not those of the list", async () => {
    for (const [behaviour, text] of [
      ["below-minimum", "is below the minimum allowed (60000)"],
      ["above-maximum", "exceeds the maximum allowed (500)"],
    ] as const) {
      const id = await scenario(sandbox, behaviour);
      const { body } = await client.post(orderOf(id, 1, 3_500));
      expect(body).toEqual(errorBody(400, `Price for product ${id} ${text}`));
    }
  });

  it("names the product of the request, the first one that breaks the rule", async () => {
    const order = orderOf(plain, 1, 1_000);
    order.orderProducts.push(
      { productId: open, price: 999, quantity: 1 },
      { productId: open, price: 1, quantity: 1 },
    );
    const { body } = await client.post(order);
    expect(body).toEqual(errorBody(400, `Price for product ${open} is below the minimum allowed (1000)`));
  });

  it("answers more codes than the account may order with 422", async () => {
    const { body } = await client.post(orderOf(plain, 100_001));
    expect(body).toEqual(
      errorBody(422, "Your account order limit has been exceeded. Contact support for assistance."),
    );
  });
});
