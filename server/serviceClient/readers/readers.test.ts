import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import { parseJson } from "./parseJson.ts";
import {
  FACETS,
  COUNTS,
  ERROR_BODIES,
  ORDER_IDS,
  TIMESTAMPS,
  type Case,
} from "#server/serviceClient/readers/cases/small.testing.ts";
import { LISTINGS, PRODUCTS } from "#server/serviceClient/readers/cases/catalog.testing.ts";
import { CODES } from "#server/serviceClient/readers/cases/codes.testing.ts";
import { CODES_UNDER_OTHER_NAMES } from "#server/serviceClient/readers/cases/codesUnderOtherNames.testing.ts";
import { ORDERS } from "#server/serviceClient/readers/cases/orders.testing.ts";
import { HOSTILE } from "#server/serviceClient/readers/cases/hostile.testing.ts";
import { deliveredOrders } from "#server/serviceClient/readers/cases/deliveredOrders.testing.ts";
import { SNAPSHOTS, WALLETS } from "#server/serviceClient/readers/cases/wallet.testing.ts";
import { readCountOrdered } from "./countOrdered.ts";
import { readErrorBody } from "./errorBody.ts";
import { readFacetValues } from "./facetValues.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { readCodeCount } from "./fields.ts";
import { readOrder } from "./order.ts";
import { readOrderId } from "./orderId.ts";
import { readCodes } from "./codes.ts";
import { readProduct, readProductRecord } from "./product.ts";
import { readProductListing } from "./productListing.ts";
import { storable } from "./storable.ts";
import { readTimestamp } from "./timestamp.ts";
import { readWallet, readWalletSnapshot } from "./wallet.ts";

function table<T>(name: string, cases: readonly Case<T>[], read: (value: unknown) => T): void {
  describe(name, () => {
    it.each(cases)("%s", (_shape, json, expected) => {
      expect(read(parseJson(json))).toEqual(expected);
    });
  });
}

function balancesOf({ balances, unread = [] }: WalletReading): string[] {
  return [
    ...balances.map(
      ({ currency, amounts }) =>
        `${currency} ${amounts.map(({ name, amount }) => `${name}=${amount}`).join(" ")}`,
    ),
    ...unread.map(({ currency, name, text }) => `${currency} ${name}?${text}`),
  ];
}

const inRecord =
  <T>(read: (record: Record<string, unknown>) => T, otherwise: T) =>
  (value: unknown): T =>
    isRecord(value) ? read(value) : otherwise;

function readCount(value: unknown): number | null {
  return inRecord((record) => readCountOrdered(record, readCodeCount(record["delivered"])), null)(value);
}

function readListing(value: unknown) {
  const listing = readProductListing(value, 0);
  if (listing === null) return null;
  const { products, unreadable, recordCount, total } = listing;
  return {
    ids: products.map(({ product }) => product.id),
    unreadable: unreadable.length,
    recordCount,
    total,
  };
}

function readOneProduct(value: unknown) {
  const reading = readProduct(value);
  return reading.ok ? reading.product : null;
}

table("an order id is read from", ORDER_IDS, readOrderId);
table("a timestamp is read from", TIMESTAMPS, readTimestamp);
table("facet values are read from", FACETS, readFacetValues);
table("an error body of a 400 is read from", ERROR_BODIES, (value) => readErrorBody(value, 400));
table("the count ordered is read from", COUNTS, readCount);
table("a product is read from", PRODUCTS, readOneProduct);
table("a list of products is read from", LISTINGS, readListing);
table("wallet balances are read from", WALLETS, (value) => balancesOf(readWallet(value)));
table("a wallet snapshot is found in", SNAPSHOTS, (value) => {
  const reading = inRecord(readWalletSnapshot, null)(value);
  return reading === null ? null : balancesOf(reading);
});
table(
  "codes are read from",
  [...CODES, ...CODES_UNDER_OTHER_NAMES],
  inRecord((order) => readCodes(order).map(({ fields }) => fields), []),
);

describe("a product whose fields are apart from its id, as JSON:API answers", () => {
  const attributes = { name: "Card", currencyCode: "EUR", countryCode: "DE", price: 1_000 };
  const resource = (id: string, fields: object | null = attributes) => ({
    type: "offers",
    id,
    attributes: fields,
  });
  const product = { id: 12, name: "Card", currencyCode: "EUR", countryCode: "DE", price: 1_000 };

  it("is read alone and in a list", () => {
    expect(readProductRecord({ data: resource("12") })?.product).toMatchObject(product);
    const listing = readProductListing({ data: [resource("12"), resource("13", null)] }, 0);
    expect(listing?.products.map((each) => each.product)).toMatchObject([product]);
    expect(listing?.unreadable).toHaveLength(1);
  });

  it("is not taken for another one that its fields name", () => {
    expect(readProductRecord({ data: resource("12", { ...attributes, id: 13 }) })?.product.price).toBeNull();
    expect(readProductRecord({ data: resource("12", { ...attributes, id: 12 }) })?.product).toMatchObject(
      product,
    );
  });
});

describe("an order is read from", () => {
  it.each(ORDERS)("%s", (_shape, json, expected) => {
    const reading = readOrder(parseJson(json));
    if (expected === null) expect(reading).toBeNull();
    else expect(reading?.report).toMatchObject(expected);
  });
});

describe("delivered codes", () => {
  it("carry the product they were delivered for wherever the answer says it, never a guess", () => {
    const order = parseJson(
      `{"products":[{"productId":1,"pin":"A"},{"product":{"id":2},"pin":["B","C"]},{"productId":3,"items":[{"pin":"D"}]},
      {"id":4,"pin":"E"}]}`,
    );
    const codes = isRecord(order) ? readCodes(order) : [];
    expect(codes.map(({ productId, index }) => [index, productId])).toEqual([
      [0, 1],
      [1, 2],
      [2, 2],
      [3, 3],
      [4, null],
    ]);
    // An id of its own may be the code's: kept as a text, not taken for a product.
    expect(codes[4]?.fields).toEqual({ pin: "E", id: "4" });
  });
});

describe("a stored raw answer", () => {
  it("can be stored as jsonb: not too deep, no NUL, no lone surrogates, names unchanged", () => {
    const json = `{"__proto__":{"a":"x\\u0000"},"b\\u0000":["\\ud800",{"c":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`;
    const text = JSON.stringify(storable(parseJson(json)));
    expect(text).toMatch(
      /^{"__proto__":{"a":"x\uFFFD"},"b\uFFFD":\["\uFFFD",{"c":\[+"\[nested too deeply to show\]"\]+}\]}$/,
    );
  });
});

/** Every reader, as a function of any value. */
const READERS: [name: string, read: (value: unknown) => unknown][] = [
  ["order id", readOrderId],
  ["timestamp", readTimestamp],
  ["facets", readFacetValues],
  ["error body", (value) => readErrorBody(value, 400)],
  ["count ordered", readCount],
  ["product", readProduct],
  ["product record", readProductRecord],
  ["product list", (value) => readProductListing(value, 0)],
  ["wallet", readWallet],
  ["wallet snapshot", inRecord(readWalletSnapshot, null)],
  ["order", readOrder],
  ["codes", inRecord(readCodes, [])],
];

/** Hostile values may occur anywhere: alone, or where readers look inside. */
function placements(value: unknown): unknown[] {
  return [
    value,
    [value],
    { id: value, name: value, price: value, tags: value, currencyCode: value, denominationType: value },
    { items: value, total: value, data: { products: [value] } },
    {
      status: value,
      orderId: value,
      message: value,
      reason: value,
      delivered: value,
      total: value,
      wallet: value,
    },
    {
      status: "completed",
      delivered: 1,
      estimatedReadyAt: value,
      products: [{ productId: value, pin: value }],
    },
    { status: "completed", products: [{ pin: ["A", "B"], beside: value }], orderProducts: value },
    {
      statusCode: 400,
      error: value,
      message: value,
      wallet: { currency: value, balance: value, EUR: value },
    },
  ];
}

describe("no reader throws for", () => {
  it.each(HOSTILE)("%s", (_name, make) => {
    for (const value of placements(make())) {
      for (const [name, read] of READERS) expect(() => read(value), name).not.toThrow();
    }
    expect({}).toEqual(Object.create(Object.prototype));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("any JSON in any place, and each returns the same result twice", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        for (const placed of placements(value)) {
          for (const [, read] of READERS) expect(read(placed)).toEqual(read(placed));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("objects made of the names it searches for", () => {
    const names = fc.constantFrom(
      ...(
        "status,orderId,products,pin,codes,delivered,total,the service,reason,wallet,currency,balance,EUR,id,name,value," +
        "items,data,price,__proto__,0,1"
      ).split(","),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 7 },
        fc.constantFrom<unknown>(null, true, "", "A", "completed", 0, 1, 3, 1.5, 2 ** 53, "EUR"),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(names, tie("tree"), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        for (const [, read] of READERS) read(value);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("delivered codes", () => {
  it("are neither dropped, duplicated nor mixed up, whatever their shape", () => {
    fc.assert(
      fc.property(deliveredOrders, ({ order, secrets }) => {
        const reading = readOrder(parseJson(JSON.stringify(order)));
        const found =
          reading?.codes.map(({ fields }) => Object.values(fields).filter((text) => secrets.has(text))) ?? [];
        // There are as many codes as delivered; each contains exactly one secret, and each secret is in exactly one.
        expect(found.map((texts) => texts.length)).toEqual(found.map(() => 1));
        expect(found.flat()).toEqual([...secrets]);
        expect(reading?.report.codeCount).toBe(secrets.size);
      }),
      { numRuns: 1_000 },
    );
  });
});
