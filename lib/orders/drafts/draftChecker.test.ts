import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { CURRENCY_SAMPLES } from "#lib/money/currencies.testing.ts";
import { DraftChecker } from "./draftChecker.ts";
import { checkDraftLine, type DraftProducts } from "./draftLine.ts";
import { mergeIdentical, purchaseOf } from "./identicalLines.ts";

const PRODUCTS = [
  product(1, { price: 2_500, currencyCode: "EUR" }),
  product(2, { denomination: "open", price: null, currencyCode: "JPY", countryCode: null }),
  product(3, { price: null, currencyCode: "KWD" }),
  product(4, { price: 7, currencyCode: null }),
];
/** Of the lines' products, 5 is not in the catalog, and 6 is not known yet while `isRead` is false. */
const catalog = (price: number, isRead = true): DraftProducts =>
  new Map([
    ...PRODUCTS.map((each) => [each.id, each.id === 1 ? { ...each, price } : each] as const),
    [5, null],
    ...(isRead ? [[6, null] as const] : []),
  ]);
const texts = {
  amount: fc.constantFrom("", "5", "500", "1,5"),
  quantity: fc.constantFrom("1", "2", "x", "9007199254740991"),
};
const anyLine = fc.record({
  id: fc.uuid(),
  productId: fc.constantFrom(1, 2, 3, 4, 5, 6),
  ...texts,
  countryCode: fc.constantFrom("", "DE"),
});

type Edit = (lines: readonly TypedLine[]) => readonly TypedLine[];
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(), anyLine).map(
    ([at, line]): Edit =>
      (lines) =>
        lines.toSpliced(at % (lines.length + 1), 0, line),
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 3 })).map(
    ([at, many]): Edit =>
      (lines) =>
        lines.toSpliced(at % (lines.length + 1), many),
  ),
  fc.tuple(fc.nat(), texts.quantity).map(
    ([at, quantity]): Edit =>
      (lines) =>
        lines.map((line, index) => (index === at % lines.length ? { ...line, quantity } : line)),
  ),
  fc.constant<Edit>((lines) => lines.toReversed()),
);

describe("a draft that is checked again after each key", () => {
  it("is checked as if it were checked for the first time, whatever was edited and however prices change", () => {
    fc.assert(
      fc.property(
        fc.array(anyLine),
        fc.array(fc.tuple(anyEdit, fc.constantFrom(0, 0, 1))),
        (start, edits) => {
          const checker = new DraftChecker();
          let [lines, products]: [readonly TypedLine[], ReturnType<typeof catalog>] = [start, catalog(2_500)];
          for (const [edit, price] of edits) {
            lines = edit(lines);
            if (price !== 0) products = catalog(price, !products.has(6));
            expect(checker.check(lines, products)).toEqual(new DraftChecker().check(lines, products));
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("makes an order of each currency, in the order of the lines, and counts what is unclear in it", () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const products = catalog(2_500, false);
        const verdicts = lines.map((line) => checkDraftLine(line, products.get(line.productId)));
        const checked = new DraftChecker().check(lines, products);
        expect(checked.lines).toEqual(verdicts);
        const inCurrency = (currency: string | null) =>
          verdicts.flatMap((verdict, index) => (verdict.currency === currency ? index : []));
        const isLoading = (index: number) => lines[index]?.productId === 6;
        expect(checked.withoutOrder).toEqual(inCurrency(null).filter((index) => !isLoading(index)));
        expect(checked.loading).toBe(inCurrency(null).filter(isLoading).length);
        const currencies = new Set(verdicts.flatMap(({ currency }) => currency ?? []));
        expect(checked.orders.map(({ currency }) => currency)).toEqual([...currencies]);
        for (const order of checked.orders) {
          expect(order.indexes).toEqual(inCurrency(order.currency));
          const own = order.indexes.flatMap((index) => verdicts[index] ?? []);
          expect(order.unready).toBe(own.filter(({ ready }) => !ready).length);
          if (own.some(({ total }) => total === null)) expect(order.total).toBeNull();
          if (own.some(({ quantity }) => quantity === null)) expect(order.quantity).toBeNull();
        }
        const known = verdicts.flatMap((verdict) => purchaseOf(verdict) ?? []);
        expect(checked.identical).toBe(known.length - new Set(known).size);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is not checked at all if nothing has changed, and no line of which the product is the same", () => {
    const checker = new DraftChecker();
    const lines = [1, 2].map((productId) => ({
      id: String(productId),
      productId,
      amount: "5",
      quantity: "1",
      countryCode: "",
    }));
    const products = catalog(2_500);
    const before = checker.check(lines, products);
    expect(checker.check(lines, products)).toBe(before);
    const copy = [...lines];
    const reread = checker.check(copy, new Map(products));
    expect(reread).not.toBe(before);
    expect(reread.lines.map((verdict, index) => verdict === before.lines[index])).toEqual([true, true]);
    const dearer = checker.check(copy, catalog(2_600));
    expect(dearer.lines.map((verdict, index) => verdict === before.lines[index])).toEqual([false, true]);
    expect(dearer.orders).toMatchObject([{ total: 2_600 }, { total: 5 }]);
  });

  it("reads only the line that changed: of ten thousand, a key costs as little as of ten", () => {
    const checker = new DraftChecker();
    const lineOf = (id: string, quantity: string) => ({
      id,
      productId: 1,
      amount: "",
      quantity,
      countryCode: "",
    });
    const lines = Array.from({ length: 10_000 }, (_, index) => lineOf(String(index), "1"));
    let reads = 0;
    const products = new (class extends Map<number, (typeof PRODUCTS)[number]> {
      override get(id: number) {
        reads += 1;
        return super.get(id);
      }
    })(PRODUCTS.map((each) => [each.id, each]));
    const before = checker.check(lines, products);
    reads = 0;
    const after = checker.check(lines.with(5_000, lineOf("5000", "2")), products);
    expect(reads).toBe(1);
    const same = after.lines.filter((verdict, index) => verdict === before.lines[index]);
    expect(same).toHaveLength(9_999);
    expect(after.orders).toMatchObject([{ total: 10_001 * 2_500, quantity: 10_001 }]);
  });

  it("finds each line's result again if lines change places", () => {
    const [first, second, third] = ["1", "2", "3"].map((quantity) => ({
      id: quantity,
      productId: 1,
      amount: "",
      quantity,
      countryCode: "",
    }));
    if (first === undefined || second === undefined || third === undefined) throw new Error("three lines");
    const products = catalog(2_500);
    const checker = new DraftChecker();
    const before = checker.check([first, second, third], products).lines;
    const after = checker.check([first, third, second], products).lines;
    expect(after.map(({ quantity }) => quantity)).toEqual([1, 3, 2]);
    expect(after.every((verdict) => before.includes(verdict))).toBe(true);
  });

  it("has exact totals or none, for every number of decimals", () => {
    const amounts = fc.array(
      fc.record({
        price: fc.maxSafeInteger().filter((each) => each > 0),
        quantity: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CURRENCY_SAMPLES), (bought, currency) => {
        const products = new Map(
          bought.map(({ price }, index) => [index, product(index, { price, currencyCode: currency })]),
        );
        const lines = bought.map(({ quantity }, index) => ({
          id: String(index),
          productId: index,
          amount: "",
          quantity: String(quantity),
          countryCode: "",
        }));
        const [order] = new DraftChecker().check(lines, products).orders;
        const exact = bought.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
        const fits = exact <= BigInt(Number.MAX_SAFE_INTEGER);
        expect(order?.total).toBe(fits ? Number(exact) : null);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("identical lines", () => {
  it("are made one with the sum of their quantities; what is bought stays the same", () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const products = catalog(2_500);
        const before = new DraftChecker().check(lines, products);
        const merged = mergeIdentical(lines, before.lines);
        const after = new DraftChecker().check(merged, products);
        const quantities = ({ orders }: typeof before) =>
          orders.map(({ currency, total, quantity }) => ({ currency, total, quantity }));
        expect(quantities(after)).toEqual(quantities(before));
        expect(after.withoutOrder.length).toBeLessThanOrEqual(before.withoutOrder.length);
        expect(merged.length).toBeGreaterThanOrEqual(lines.length - before.identical);
        const ids = new Set(lines.map(({ id }) => id));
        expect(merged.every(({ id }) => ids.has(id))).toBe(true);
        // No unreadable line is lost.
        const unreadable = lines.filter(({ quantity }) => quantity === "x");
        expect(merged).toEqual(expect.arrayContaining(unreadable));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("what the rules leave of a product", () => {
  const few = [{ productId: 1, left: 3, reason: "Three are left." }];
  const line = (quantity: string, productId = 1): TypedLine => ({
    id: crypto.randomUUID(),
    productId,
    amount: "5",
    quantity,
    countryCode: "",
  });
  const problemsOf = (verdict: ReturnType<DraftChecker["check"]>) =>
    verdict.lines.map(({ problems, ready }) => [problems.quantity, ready]);

  it("is for all of its lines together: beyond it, none of them can be sent, and each says why", () => {
    const checker = new DraftChecker();
    const products = catalog(2_500);
    const two = [line("2"), line("1"), line("9", 2)];
    const within = checker.check(two, products, few);
    expect(problemsOf(within).slice(0, 2)).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
    const beyond = checker.check([...two, line("1")], products, few);
    expect(problemsOf(beyond).map(([problem]) => problem)).toEqual([
      few[0]?.reason,
      few[0]?.reason,
      undefined,
      few[0]?.reason,
    ]);
    const unready = ({ orders }: typeof beyond) => orders.find(({ currency }) => currency === "EUR")?.unready;
    expect([unready(within), unready(beyond)]).toEqual([0, 3]);
  });

  it("is checked anew when it changes, with the same lines", () => {
    const checker = new DraftChecker();
    const [lines, products] = [[line("2")], catalog(2_500)];
    expect(problemsOf(checker.check(lines, products, few))).toEqual([[undefined, true]]);
    const none = [{ productId: 1, left: 0, reason: "None are left." }];
    expect(problemsOf(checker.check(lines, products, none))).toEqual([["None are left.", false]]);
    expect(problemsOf(checker.check(lines, products, []))).toEqual([[undefined, true]]);
  });
});
