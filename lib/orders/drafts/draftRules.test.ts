import { describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { product as catalogProduct } from "#lib/contracts/catalog/product.testing.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { checkDraftLine, lineOf, priceWhenAdded, type DraftProduct } from "./draftLine.ts";
import { WITHOUT_CURRENCY } from "#lib/orders/lines/currencyProblem.ts";
import { parseQuantity } from "./draftQuantity.ts";
import { DraftChecker } from "./draftChecker.ts";
import { codeWarning, EMPTY_DRAFT, preflightOf } from "./draftRules.ts";

const base = catalogProduct(1, { name: "Gift card", price: 2_500 });
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
  id: newUuid(),
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
    ["100000", 100_000],
  ])("reads %j as %d", (text, quantity) => {
    expect(parseQuantity(text)).toEqual({ ok: true, quantity });
  });

  it.each([
    ["", /^Enter a quantity\.$/],
    [" ", /^Enter a quantity\.$/],
    ["0", /at least 1/],
    ["-1", /whole number/],
    ["1.0", /whole number/],
    ["1,000", /whole number/],
    ["1e3", /whole number/],
    ["two", /whole number/],
    ["½", /whole number/],
    ["²", /whole number/],
    ["100001", /at most 100,000/],
    ["9007199254740992", /at most 100,000/],
  ])("refuses %j and says what to change", (text, message) => {
    expect(parseQuantity(text)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });
});

describe("a line", () => {
  it("multiplies amount and quantity exactly and takes the product's own country", () => {
    expect(checkDraftLine(line(), open)).toMatchObject({
      price: 2_500,
      quantity: 2,
      total: 5_000,
      countryCode: "DE",
      problems: {},
      nearest: [],
      ready: true,
    });
  });

  it.each([
    ["", /Enter an amount: €10\.00 to €100\.00/, []],
    [" ", /Enter an amount: €10\.00 to €100\.00/, []],
    ["5", /at least/, [1_000, 1_500]],
    ["500", /at most/, [10_000]],
    ["27", /steps/, [2_500, 3_000]],
    ["abc", /not an amount/, []],
    ["25.5555", /decimals/, []],
  ])("says what is wrong with the amount %j and offers the nearest ones", (amount, message, nearest) => {
    const verdict = checkDraftLine(line({ amount }), open);
    expect(verdict.problems.amount).toMatch(message);
    expect(verdict.nearest).toEqual(nearest);
    expect(verdict).toMatchObject({ price: null, total: null, ready: false });
  });

  it("takes a fixed product's present price, whatever it was when the line was added, and says so", () => {
    const verdict = checkDraftLine(line({ productId: 1, amount: "20.00" }), base);
    expect(verdict).toMatchObject({ price: 2_500, total: 5_000, ready: true });
    expect(verdict.notes).toEqual(["The price was €20.00 when you added it; now it is €25.00."]);
  });

  it("speaks of a price of before only if there was another one, of a fixed product", () => {
    const notes = (amount: string, product: Product) => checkDraftLine(line({ amount }), product).notes;
    expect(notes("25.00", base)).toEqual([]);
    expect(notes("20.00", { ...base, price: null })).toEqual([]);
    expect(notes("20.00", open)).toEqual([]);
    for (const untold of ["", " ", "abc"]) expect(notes(untold, base)).toEqual([]);
  });

  it("knows what a fixed product cost when it was added, if the line says so", () => {
    expect(priceWhenAdded(line({ amount: "20.00" }), base)).toBe(2_000);
    for (const untold of ["", " ", "abc"]) expect(priceWhenAdded(line({ amount: untold }), base)).toBeNull();
    expect(priceWhenAdded(line({ amount: "20.00" }), open)).toBeNull();
  });

  it("is sent for the product's own country and not if another one was typed; only if the catalog names none does the typed one count", () => {
    expect(checkDraftLine(line({ countryCode: "" }), open)).toMatchObject({ ready: true, countryCode: "DE" });
    expect(checkDraftLine(line({ countryCode: "AT" }), open).ready).toBe(false);
    expect(checkDraftLine(line({ countryCode: " AT " }), { ...open, countryCode: null }).countryCode).toBe(
      "AT",
    );
    expect(checkDraftLine(line(), { ...open, countryCode: null }).countryCode).toBeNull();
    expect(checkDraftLine(line({ countryCode: "AT" }), null).countryCode).toBe("AT");
  });

  it("cannot be sent when its product is unknown, retired, without currency or without price", () => {
    const problems = (product: DraftProduct | null) => {
      const verdict = checkDraftLine(line(), product);
      expect(verdict.ready).toBe(false);
      return verdict.problems;
    };
    expect(problems(null)).toEqual({
      product: expect.stringContaining("Product 2 is not in your catalog"),
    });
    expect(problems({ ...open, retired: true })).toEqual({
      product: expect.stringContaining("no longer in your catalog"),
    });
    expect(problems({ ...open, retired: true, currencyCode: null }).product).toContain("no longer");
    expect(problems({ ...open, currencyCode: null }).product).toContain("currency");
    // Nobody knows what was typed then.
    expect(checkDraftLine(line({ amount: "25" }), { ...open, currencyCode: null })).toMatchObject({
      price: null,
      total: null,
      problems: { product: WITHOUT_CURRENCY },
    });
    expect(lineOf({ ...base, currencyCode: null }).amount).toBe("");
    expect(priceWhenAdded(line({ amount: "1.00" }), { ...base, currencyCode: null })).toBeNull();
    expect(problems({ ...base, price: null })).toEqual({ amount: expect.stringContaining("price") });
    expect(checkDraftLine(line(), { ...open, retired: false }).ready).toBe(true);
  });

  it("of a product that is still read cannot be sent, and nothing is said against it", () => {
    expect(checkDraftLine(line(), undefined)).toMatchObject({
      product: null,
      quantity: 2,
      problems: {},
      isLoading: true,
      ready: false,
    });
    expect(checkDraftLine(line({ quantity: "x" }), undefined).problems).toEqual({
      quantity: expect.stringContaining("whole number"),
    });
    expect(checkDraftLine(line(), null).isLoading).toBe(false);
  });

  it("of an unknown product keeps its quantity, and says no more than is known", () => {
    expect(checkDraftLine(line(), null)).toMatchObject({
      product: null,
      currency: null,
      price: null,
      quantity: 2,
      total: null,
      nearest: [],
      notes: [],
    });
    expect(checkDraftLine(line({ quantity: "x" }), null)).toMatchObject({
      quantity: null,
      problems: { quantity: expect.stringContaining("whole number") },
    });
  });

  it("with a quantity that cannot be read has no total, and says what to change", () => {
    expect(checkDraftLine(line({ quantity: "x" }), open)).toMatchObject({
      price: 2_500,
      quantity: null,
      total: null,
      problems: { quantity: expect.stringContaining("whole number") },
      ready: false,
    });
  });

  it("cannot be sent when its total is no longer exact", () => {
    const dear = { ...base, price: 100_000_000_000 };
    const verdict = checkDraftLine(line({ quantity: "100000" }), dear);
    expect(verdict).toMatchObject({ total: null, ready: false });
    expect(verdict.problems).toEqual({ quantity: expect.stringContaining("total is too large") });
    expect(checkDraftLine(line({ amount: "x" }), open).problems).toEqual({ amount: expect.any(String) });
  });

  it("of a fixed product offers no other amounts", () => {
    expect(checkDraftLine(line({ productId: 1, amount: "" }), base)).toMatchObject({
      nearest: [],
      ready: true,
    });
    expect(checkDraftLine(line({ productId: 1 }), { ...base, price: null }).nearest).toEqual([]);
  });

  it("enters the draft ready to be sent", () => {
    for (const product of [base, open, yen]) {
      expect(checkDraftLine(lineOf(product), product)).toMatchObject({ ready: true, notes: [] });
    }
    expect(lineOf(yen)).toEqual({
      id: expect.any(String),
      productId: 3,
      amount: "3000",
      quantity: "1",
      countryCode: "JP",
    });
  });

  it("enters the draft with what was chosen, and with nothing if the catalog says nothing", () => {
    expect(lineOf(open, 5, 3_500)).toMatchObject({ amount: "35.00", quantity: "5" });
    const bare = { ...open, denominationMinValue: null, denominationDefaultValue: null, countryCode: null };
    expect(lineOf(bare)).toMatchObject({ amount: "", countryCode: "" });
  });

  it("never has a longer country than a draft can hold", () => {
    expect(lineOf({ ...base, countryCode: "x".repeat(21) }).countryCode).toBe("x".repeat(20));
  });
});

describe("a draft", () => {
  const products = new Map([base, open, yen].map((product) => [product.id, product]));

  it("makes one order per currency and leaves no line out", () => {
    const lines = [line({ productId: 1 }), line({ productId: 3 }), line(), line({ productId: 9 })];
    const verdict = new DraftChecker().check(lines, products);
    expect(verdict.orders).toEqual([
      { currency: "EUR", indexes: [0, 2], total: 10_000, quantity: 4, unready: 0 },
      { currency: "JPY", indexes: [1], total: 6_000, quantity: 2, unready: 0 },
    ]);
    expect(verdict).toMatchObject({ withoutOrder: [], loading: 1 });
    const answered = new DraftChecker().check(lines, new Map([...products, [9, null]]));
    expect(answered).toMatchObject({ orders: verdict.orders, withoutOrder: [3], loading: 0 });
  });

  it("makes the request of an order that is ready, with a price on open lines only", () => {
    const verdict = new DraftChecker().check(
      [line({ productId: 1 }), line({ productId: 3 }), line()],
      products,
    );
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

  it("sends a line without a country if there is none", () => {
    const verdict = new DraftChecker().check([line()], new Map([[2, { ...open, countryCode: null }]]));
    const [order] = verdict.orders;
    expect(order && preflightOf(order, verdict, " ")).toEqual({
      currency: "EUR",
      lines: [{ productId: 2, quantity: 2, price: 2_500 }],
    });
  });

  it("makes no request of an order whose total or quantity is no longer exact, though each line is ready", () => {
    const dear = new Map<number, DraftProduct>([[1, { ...base, price: 80_000_000_000 }]]);
    const two = Array(2).fill(line({ productId: 1, amount: "", quantity: "100000" }));
    const verdict = new DraftChecker().check(two, dear);
    const [order] = verdict.orders;
    expect(order).toMatchObject({ total: null, quantity: 200_000, unready: 0 });
    expect(order && preflightOf(order, verdict, "")).toBeNull();
    expect(order && preflightOf({ ...order, total: 1, quantity: null }, verdict, "")).toBeNull();
    expect(order && preflightOf({ ...order, total: 1 }, verdict, "")?.lines).toHaveLength(2);
  });

  it("makes no request of an order with a line that is not ready, even if all of its figures are known", () => {
    const retired = new Map<number, DraftProduct>([...products, [2, { ...open, retired: true }]]);
    const verdict = new DraftChecker().check([line({ productId: 1 }), line()], retired);
    const [order] = verdict.orders;
    expect(order).toMatchObject({ total: 10_000, quantity: 4, unready: 1 });
    expect(order && preflightOf(order, verdict, "")).toBeNull();
  });

  it("that is empty has no text, no line and no order", () => {
    expect(EMPTY_DRAFT).toEqual({ externalOrderCode: "", note: "", purchaseOrder: "", lines: [] });
    expect(new DraftChecker().check(EMPTY_DRAFT.lines, products)).toEqual({
      lines: [],
      orders: [],
      withoutOrder: [],
      loading: 0,
      identical: 0,
    });
  });

  it("makes no request and no total of an order with a line that is not ready", () => {
    const verdict = new DraftChecker().check([line(), line({ amount: "27" })], products);
    const [order] = verdict.orders;
    expect(order).toMatchObject({ total: null, unready: 1 });
    expect(order && preflightOf(order, verdict, "")).toBeNull();
  });

  it("warns of an own code of digits only, in any script", () => {
    expect(codeWarning(" 12345 ")).toContain("Put a letter in front");
    expect(codeWarning("١٢٣")).not.toBeNull();
    expect(codeWarning("PO-12345")).toBeNull();
    expect(codeWarning("12345-PO")).toBeNull();
    expect(codeWarning("")).toBeNull();
  });
});
