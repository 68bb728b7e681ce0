import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { errorBody, type Order, orderOf, partner, type Partner } from "./partner.ts";

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

const acceptedSchema = z.strictObject({
  orderId: z.int().positive(),
  externalOrderCode: z.string(),
  status: z.literal("processing"),
  estimatedReadyAt: z.iso.datetime(),
  wallet: z.object({ balances: z.array(z.object({ currencyCode: z.string(), available: z.int() })).min(1) }),
});
const stored = async (code: string) =>
  z.array(z.unknown()).parse(await sandbox.control("GET", `orders?code=${encodeURIComponent(code)}`));

describe("§4.4 POST /orders", () => {
  it("answers 202 with orderId, processing, an estimate and a wallet snapshot", async () => {
    const order = orderOf(plain, 2);
    const answer = await client.post(order);
    expect(answer.status).toBe(202);
    const body = acceptedSchema.parse(answer.body);
    expect(body.externalOrderCode).toBe(order.externalOrderCode);
    expect(Date.parse(body.estimatedReadyAt)).toBeGreaterThan(
      Date.parse(answer.headers.get("date") ?? "") - 1_000,
    );
  });

  it("has an estimate that grows with the quantity", async () => {
    const estimate = async (quantity: number) => {
      const { body } = await client.post(orderOf(plain, quantity));
      return Date.parse(acceptedSchema.parse(body).estimatedReadyAt) - Date.now();
    };
    const [one, thousand, many] = [await estimate(1), await estimate(1_000), await estimate(50_000)];
    expect(one).toBeLessThan(10_000);
    expect(thousand).toBeGreaterThan(one + 5_000);
    expect(many).toBeGreaterThan(thousand * 10);
  });

  it("accepts a line without CountryCode, and refuses a wrong one", async () => {
    const order = orderOf(plain);
    const [line] = order.orderProducts;
    if (line === undefined) throw new Error("an order without a line");
    const without = { productId: line.productId, price: line.price, quantity: line.quantity };
    expect((await client.post({ ...order, orderProducts: [without] })).status).toBe(202);
    const wrong = { ...orderOf(plain), orderProducts: [{ ...line, CountryCode: "FR" }] };
    expect((await client.post(wrong)).body).toEqual(
      errorBody(400, `Product ${plain} is not available for ordering with the supplied country or currency.`),
    );
  });

  it.each([
    [1_000, 202],
    [3_500, 202],
    [2_500, 202],
    [50_000, 202],
    [48_500, 202],
    [1_001, 400],
    [4_000, 400],
    [49_999, 400],
  ])("checks an open amount of %i from the minimum and from zero, and answers %i", async (price, status) => {
    const answer = await client.post(orderOf(open, 1, price));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toEqual(errorBody(400, INVALID));
  });

  it("makes one order of several lines and products", async () => {
    const order = orderOf(plain, 3);
    order.orderProducts.push({ productId: open, price: 3_500, quantity: 2, CountryCode: "DE" });
    order.price += 7_000;
    expect((await client.post(order)).status).toBe(202);
  });
});

const INVALID = "The order could not be validated. Check product ids, prices, and currency.";
const LINE = "Each line requires a productId and a quantity of at least 1";
const EMPTY = "orderProducts must not be empty";

/** A valid order with one change that makes it wrong. */
const wrong = (change: (order: Order & Record<string, unknown>) => void) => {
  const order: Order & Record<string, unknown> = orderOf(plain);
  change(order);
  return order;
};
const lineWith = (change: Record<string, unknown>) => () => {
  const order = orderOf(plain);
  return { ...order, orderProducts: [{ ...order.orderProducts[0], ...change }] };
};

describe("§4.4 bodies of the wrong shape", () => {
  const bodies: [string, () => unknown, string][] = [
    ["no JSON", () => "{", INVALID],
    ["nothing", () => "", INVALID],
    ["null", () => "null", INVALID],
    ["a list", () => [], INVALID],
    ["a text", () => '"order"', INVALID],
    ["an object of nothing", () => ({}), EMPTY],
    ["no lines", () => ({ ...orderOf(plain), orderProducts: [] }), EMPTY],
    ["lines missing", () => ({ ...orderOf(plain), orderProducts: undefined }), EMPTY],
    ["lines that are null", () => ({ ...orderOf(plain), orderProducts: null }), EMPTY],
    ["lines that are an object", () => ({ ...orderOf(plain), orderProducts: {} }), INVALID],
    ["a line that is a text", () => ({ ...orderOf(plain), orderProducts: ["x"] }), LINE],
    ["a line that is null", () => ({ ...orderOf(plain), orderProducts: [null] }), LINE],
    ["no productId", lineWith({ productId: undefined }), LINE],
    ["a productId of text", lineWith({ productId: "900001" }), LINE],
    ["a broken productId", lineWith({ productId: 1.5 }), LINE],
    ["no quantity", lineWith({ quantity: undefined }), LINE],
    ["a quantity of 0", lineWith({ quantity: 0 }), LINE],
    ["a quantity below 0", lineWith({ quantity: -1 }), LINE],
    ["half a code", lineWith({ quantity: 0.5 }), LINE],
    ["a quantity of text", lineWith({ quantity: "1" }), LINE],
    ["a quantity beyond all numbers", lineWith({ quantity: 1e300 }), LINE],
    ["a price of text", lineWith({ price: "1000" }), INVALID],
    ["a price with a fraction", lineWith({ price: 1000.5 }), INVALID],
    ["a country that is a number", lineWith({ CountryCode: 49 }), INVALID],
    ["no code of one's own", () => wrong((order) => (order.externalOrderCode = "")), INVALID],
    ["a code that is a number", () => ({ ...orderOf(plain), externalOrderCode: 7 }), INVALID],
    ["no currency", () => ({ ...orderOf(plain), currency: undefined }), INVALID],
    ["no price", () => ({ ...orderOf(plain), price: undefined }), INVALID],
    ["a price that is not the total", () => wrong((order) => (order.price += 1)), INVALID],
    ["a price below 0", () => wrong((order) => (order.price = -1_000)), INVALID],
  ];
  it.each(bodies)("%s", async (_, body, message) => {
    const answer = await client.post(body());
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(errorBody(400, message));
  });

  it("refuses bytes that are not UTF-8", async () => {
    const body = Buffer.from(JSON.stringify(orderOf(plain)), "utf8");
    body[body.indexOf("conformance")] = 0xff;
    expect((await client.send("POST", "/orders", { body })).body).toEqual(errorBody(400, INVALID));
  });

  it("refuses a body larger than any order without reading it to the end", async () => {
    const answer = await client.post(" ".repeat(11 * 1024 * 1024)).catch(() => null);
    // Some clients see the connection close before they have sent everything.
    if (answer !== null) expect(answer.status).toBe(413);
    expect((await client.get("/wallet")).status).toBe(200);
  });
});

describe("§4.4 the rules in their order", () => {
  it("check each rule before the next, whichever line breaks it", async () => {
    const stranger = { productId: 1, price: 1, quantity: 1 };
    const unequal = { productId: plain, price: 999, quantity: 1 };
    const tooLow = { productId: open, price: 1, quantity: 1 };
    const noId = { quantity: 1 };
    const foreign = { currency: "USD", price: 1 };
    const message = async (...orderProducts: unknown[]) => {
      const { body } = await client.post({ ...orderOf(plain), ...foreign, orderProducts });
      return z.object({ message: z.string() }).parse(body).message;
    };
    expect(await message()).toBe(EMPTY);
    expect(await message(stranger, unequal, tooLow, noId)).toBe(LINE);
    expect(await message(tooLow, unequal, stranger)).toBe("Product 1 is not currently available.");
    expect(await message(tooLow, unequal)).toBe(`Product ${plain} price mismatch: expected 1000`);
    expect(await message({ productId: plain, price: 1_000, quantity: 1 }, tooLow)).toBe(
      `Price for product ${open} is below the minimum allowed (1000)`,
    );
    expect(await message({ productId: plain, price: 1_000, quantity: 1 })).toBe(
      `Product ${plain} is priced in EUR, not USD`,
    );
  });

  it("leave a refused order unmade, and its code free", async () => {
    const order = orderOf(plain);
    expect((await client.post({ ...order, price: 1 })).status).toBe(400);
    expect(await stored(order.externalOrderCode)).toEqual([]);
    expect((await client.post(order)).status).toBe(202);
  });
});

describe("§4.4 idempotency", () => {
  it("returns the existing order for the same code, before and after it is ready", async () => {
    const order = orderOf(plain);
    const first = acceptedSchema.parse((await client.post(order)).body);
    const second = await client.post(order);
    expect(second.status).toBe(202);
    expect(acceptedSchema.parse(second.body)).toEqual(first);
    await sandbox.control("POST", "deliver", { externalOrderCode: order.externalOrderCode });
    expect((await client.post(order)).body).toMatchObject({ orderId: first.orderId, status: "completed" });
    expect(await stored(order.externalOrderCode)).toHaveLength(1);
  });

  it("makes one order of twenty simultaneous requests", async () => {
    const order = orderOf(plain, 2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(order)));
    const ids = new Set(answers.map(({ body }) => acceptedSchema.parse(body).orderId));
    expect(ids.size).toBe(1);
    expect(await stored(order.externalOrderCode)).toMatchObject([{ posts: 20, distinctBodies: 1 }]);
  });

  it("returns the existing order for another one with a known code", async () => {
    const order = orderOf(plain);
    const first = acceptedSchema.parse((await client.post(order)).body);
    const other = { ...orderOf(open, 5, 3_500), externalOrderCode: order.externalOrderCode };
    expect((await client.post(other)).body).toMatchObject({ orderId: first.orderId });
    expect(await stored(order.externalOrderCode)).toMatchObject([{ price: 1_000, distinctBodies: 2 }]);
  });

  it("comes before the rules: a known code returns the order even when the body breaks them", async () => {
    const order = orderOf(plain);
    const first = acceptedSchema.parse((await client.post(order)).body);
    for (const change of [{ orderProducts: [] }, { price: 7 }, { currency: "USD" }]) {
      const repeated = await client.post({ ...order, ...change });
      expect(repeated).toMatchObject({ status: 202, body: { orderId: first.orderId } });
    }
  });

  it("distinguishes codes that differ in one character", async () => {
    const base = randomUUID();
    const codes = [base, base.toUpperCase(), `${base} `, `${base}%20`, `${base}/..`];
    const ids = new Set<number>();
    for (const externalOrderCode of codes) {
      const { body } = await client.post({ ...orderOf(plain), externalOrderCode });
      ids.add(acceptedSchema.parse(body).orderId);
    }
    expect(ids.size).toBe(codes.length);
  });
});
