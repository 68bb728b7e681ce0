import { describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/product.ts";
import { judgeLine, lineOf, type TypedLine } from "./draftLine.ts";
import { parseQuantity } from "./draftQuantity.ts";
import { codeWarning, judgeDraft, preflightOf } from "./draftRules.ts";

const base: Product = {
  id: 1,
  name: "Gift card",
  currencyCode: "EUR",
  countryCode: "DE",
  denominationType: "fixed",
  denomination: "fixed",
  price: 2_500,
  denominationMinValue: null,
  denominationMaxValue: null,
  denominationStep: null,
  denominationDefaultValue: null,
  languages: [],
  brands: [],
  categories: [],
  tags: [],
};
const open: Product = {
  ...base,
  id: 2,
  denomination: "open",
  denominationType: "open",
  price: null,
  denominationMinValue: 1_000,
  denominationMaxValue: 10_000,
  denominationStep: 500,
  denominationDefaultValue: 2_000,
};
const yen: Product = { ...base, id: 3, currencyCode: "JPY", countryCode: "JP", price: 3_000 };

const line = (changes: Partial<TypedLine> = {}): TypedLine => ({
  productId: 2,
  amount: "25",
  quantity: "2",
  countryCode: "",
  ...changes,
});

describe("a quantity as typed", () => {
  it.each([
    ["1", 1],
    [" 12 ", 12],
    ["007", 7],
    ["٣", 3],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ])("reads %j as %d", (text, quantity) => {
    expect(parseQuantity(text)).toEqual({ ok: true, quantity });
  });

  it.each(["", "0", "-1", "1.0", "1,000", "1e3", "two", "9007199254740992", "½", "²"])(
    "refuses %j and says what to change",
    (text) => {
      expect(parseQuantity(text)).toEqual({ ok: false, message: expect.stringMatching(/\.$/) });
    },
  );
});

describe("a line", () => {
  it("multiplies amount and quantity exactly and takes the product's own country", () => {
    expect(judgeLine(line(), open)).toMatchObject({
      price: 2_500,
      quantity: 2,
      total: 5_000,
      countryCode: "DE",
      problems: {},
      ready: true,
    });
  });

  it.each([
    ["", /Enter an amount/, []],
    ["5", /at least/, [1_000]],
    ["500", /at most/, [10_000]],
    ["27", /steps/, [2_500, 3_000]],
    ["abc", /not an amount/, []],
    ["25.5555", /decimals/, []],
  ])("says what is wrong with the amount %j and offers the nearest ones", (amount, message, nearest) => {
    const verdict = judgeLine(line({ amount }), open);
    expect(verdict.problems.amount).toMatch(message);
    expect(verdict.nearest.slice(0, 2)).toEqual(expect.arrayContaining(nearest));
    expect(verdict).toMatchObject({ price: null, total: null, ready: false });
  });

  it("takes a fixed product's present price, whatever it was when the line was added, and says so", () => {
    const verdict = judgeLine(line({ productId: 1, amount: "20.00" }), base);
    expect(verdict).toMatchObject({ price: 2_500, total: 5_000, ready: true });
    expect(verdict.notes).toEqual(["The price was €20.00 when you added it; now it is €25.00."]);
  });

  it("is sent for the product's own country; only where the catalog tells none does the typed one count", () => {
    expect(judgeLine(line({ countryCode: "AT" }), open).countryCode).toBe("DE");
    expect(judgeLine(line({ countryCode: " AT " }), { ...open, countryCode: null }).countryCode).toBe("AT");
    expect(judgeLine(line(), { ...open, countryCode: null }).countryCode).toBeNull();
  });

  it("cannot be sent when its product is unknown, retired, without currency or without price", () => {
    for (const product of [
      undefined,
      { ...open, retired: true },
      { ...open, currencyCode: null },
      { ...base, price: null },
    ]) {
      expect(judgeLine(line(), product).ready).toBe(false);
    }
  });

  it("cannot be sent when its total is no longer exact", () => {
    const verdict = judgeLine(line({ quantity: "9007199254740991" }), open);
    expect(verdict).toMatchObject({ total: null, ready: false });
  });

  it("enters the draft ready to be sent", () => {
    for (const product of [base, open, yen]) {
      expect(judgeLine(lineOf(product), product)).toMatchObject({ ready: true, notes: [] });
    }
    expect(lineOf(yen).amount).toBe("3000");
  });
});

describe("a draft", () => {
  const products = new Map([base, open, yen].map((product) => [product.id, product]));

  it("makes one order per currency and leaves no line out", () => {
    const lines = [line({ productId: 1 }), line({ productId: 3 }), line(), line({ productId: 9 })];
    const verdict = judgeDraft(lines, products);
    expect(verdict.orders).toEqual([
      { currency: "EUR", indexes: [0, 2], total: 10_000, quantity: 4, unready: 0 },
      { currency: "JPY", indexes: [1], total: 6_000, quantity: 2, unready: 0 },
    ]);
    expect(verdict.homeless).toEqual([3]);
  });

  it("makes the request of an order that is ready, with a price on open lines only", () => {
    const verdict = judgeDraft([line({ productId: 1 }), line({ productId: 3 }), line()], products);
    const [order] = verdict.orders;
    expect(order && preflightOf(order, verdict, " PO-7 ")).toEqual({
      currency: "EUR",
      externalOrderCode: "PO-7",
      lines: [
        { productId: 1, quantity: 2, countryCode: "DE" },
        { productId: 2, quantity: 2, price: 2_500, countryCode: "DE" },
      ],
    });
  });

  it("makes no request and no total of an order with a line that is not ready", () => {
    const verdict = judgeDraft([line(), line({ amount: "27" })], products);
    const [order] = verdict.orders;
    expect(order).toMatchObject({ total: null, unready: 1 });
    expect(order && preflightOf(order, verdict, "")).toBeNull();
  });

  it("warns of an own code of digits only, in any script", () => {
    expect(codeWarning("12345")).not.toBeNull();
    expect(codeWarning("١٢٣")).not.toBeNull();
    expect(codeWarning("PO-12345")).toBeNull();
    expect(codeWarning("")).toBeNull();
  });
});
