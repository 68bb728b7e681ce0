import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import type { DeliveryStatus } from "#sandbox/orders/fulfil.ts";
import type { StoredOrder } from "#sandbox/orders/order.ts";
import { listBody, singleBody, wrapped } from "./catalogBodies.ts";
import { limitsOf } from "./limits.ts";
import { DIALECTS, type Dialect } from "./names.ts";
import { acceptedBody, orderBody } from "./orderBodies.ts";
import { walletBody } from "./walletBodies.ts";

const FIXED: CatalogProduct = {
  id: 100_001,
  name: "Card",
  currencyCode: "EUR",
  countryCode: "DE",
  denominationType: "fixed",
  price: 1_000,
  brand: "Brand",
  category: "Games",
  language: "de",
  tags: ["new", "gift"],
};
const OPEN: CatalogProduct = {
  ...FIXED,
  id: 100_002,
  denominationType: "open",
  price: undefined,
  denominationMinValue: 1_000,
  denominationMaxValue: 5_000,
  denominationStep: 500,
  denominationDefaultValue: 2_000,
};
const ORDER: StoredOrder = {
  orderId: 5_000_001,
  externalOrderCode: "a",
  currency: "EUR",
  price: 3_000,
  lines: [
    { productId: 7, price: 1_000, quantity: 1, CountryCode: "DE" },
    { productId: 8, price: 1_000, quantity: 2 },
  ],
  createdAt: Date.UTC(2026, 0, 31),
  readyAt: Date.UTC(2026, 0, 31, 12, 0, 0, 1),
  visibleAt: 0,
  seed: "seed",
  behaviour: null,
};
const WALLET = [
  { currency: "EUR", available: 1_250 },
  { currency: "JPY", available: 5_000 },
];
const OUTCOMES: DeliveryStatus[] = [
  { kind: "processing" },
  { kind: "completed", delivered: 3 },
  { kind: "partial", delivered: 2, ordered: 3 },
  { kind: "undelivered", reason: "No stock." },
  { kind: "unrecognised", status: "on_hold" },
];

/** Every body of a dialect, each under what it answers. */
function bodiesOf(dialect: Dialect): string {
  const bodies: [string, unknown][] = [
    ["GET /wallet", walletBody(dialect, WALLET)],
    ["GET /catalog/products", listBody(dialect, { hostile: [null], items: [FIXED, OPEN], total: 9 }, 3, 2)],
    ["GET /catalog/products/100001", singleBody(dialect, FIXED)],
    ["GET /catalog/products/100002, open", singleBody(dialect, OPEN)],
    ["POST /orders", acceptedBody(dialect, ORDER, ORDER.readyAt, WALLET)],
    ["POST /orders, estimated in words", acceptedBody(dialect, ORDER, "soon", WALLET)],
    ...OUTCOMES.map((outcome): [string, unknown] => [
      `GET /orders/a, ${outcome.kind}`,
      orderBody(dialect, ORDER, outcome, ORDER.readyAt, WALLET),
    ]),
  ];
  return bodies.map(([call, body]) => `${call}\n${JSON.stringify(body)}\n`).join("\n");
}

describe("a dialect", () => {
  it.each(DIALECTS)("%s answers in its own shapes, the same in every version", async (dialect) => {
    await expect(bodiesOf(dialect)).toMatchFileSnapshot(`bodies/${dialect}.txt`);
  });

  it.each(DIALECTS)("%s answers a hostile record as it is, in the envelope of a product", (dialect) => {
    const envelopes: Partial<Record<Dialect, unknown>> = {
      nested: { status: "ok", data: null },
      grouped: { product: null },
    };
    expect(wrapped(dialect, null)).toEqual(dialect in envelopes ? envelopes[dialect] : null);
  });

  it("of one currency alone shows none of a wallet that is empty", () => {
    expect(walletBody("grouped", [])).toEqual({});
  });

  it("has the usual limits, except for the frugal one", () => {
    const usual = { latencyMs: 0, pageSize: 100, burst: 2_000, perSecond: 1_000, bySecond: false };
    const frugal = { latencyMs: 100, pageSize: 10, burst: 10, perSecond: 10, bySecond: true };
    for (const dialect of DIALECTS) {
      expect(limitsOf(dialect)).toEqual(dialect === "frugal" ? frugal : usual);
    }
  });
});

describe("the codes of a scenario", () => {
  const COMPLETED: DeliveryStatus = { kind: "completed", delivered: 3 };
  const body = (behaviour: StoredOrder["behaviour"], outcome: DeliveryStatus, dialect: Dialect = "plain") =>
    orderBody(dialect, { ...ORDER, behaviour }, outcome, undefined, WALLET);

  it.each(DIALECTS)("are texts, objects, or all of a line in one entry, whatever %s does else", (dialect) => {
    const [one, two, three] = ["58F9-082D-B66A-15D6", "81E4-BA3B-C209-7D85", "97C3-DDCD-356B-7907"];
    const products = (behaviour: StoredOrder["behaviour"]) =>
      z.object({ products: z.unknown() }).parse(body(behaviour, COMPLETED, dialect)).products;
    expect(products("pins-as-strings")).toEqual([
      { productId: 7, pin: `TEST-${one}` },
      { productId: 8, pin: `TEST-${two}` },
      { productId: 8, pin: `TEST-${three}` },
    ]);
    const inOne = (code: string, at: number) => ({ code: `TEST-${code}`, serial: `SN50000010000${at}` });
    expect(products("pins-in-one-line")).toEqual([
      { productId: 7, quantity: 1, pin: [inOne(one, 1)] },
      { productId: 8, quantity: 2, pin: [inOne(two, 2), inOne(three, 3)] },
    ]);
    const manyFields = (code: string, at: number) => ({
      pin: `000${at}`,
      value: `TEST-${code}`,
      serialNumber: `SN50000010000${at}`,
      expiryDate: "2028-01-31",
      url: `https://redeem.example/SN50000010000${at}?code=TEST-${code}`,
      terms: "Test data. Worth nothing anywhere.",
    });
    expect(products("pins-as-objects")).toEqual([
      { productId: 7, pin: manyFields(one, 1) },
      { productId: 8, pin: manyFields(two, 2) },
      { productId: 8, pin: manyFields(three, 3) },
    ]);
  });

  it("are shown in a partial order if the scenario says so", () => {
    const partial: DeliveryStatus = { kind: "partial", delivered: 2, ordered: 3 };
    expect(body("partial-with-codes", partial)).toMatchObject({
      products: [{ productId: 7 }, { productId: 8 }],
    });
    expect(body("partial", partial)).not.toHaveProperty("products");
  });
});
