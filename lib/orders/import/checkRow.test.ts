import * as fc from "fast-check";
import { NO_PRINTS } from "./rowFingerprints.ts";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { parseAmount, toMajorText } from "#lib/money/minorUnits.ts";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { withApostrophe } from "#lib/text/formula.ts";
import { checkRow, questionsOf, rowOf, type ImportRow, type RowValues } from "./checkRow.ts";
import { IMPORT_FIELDS, type ImportField } from "./columns.ts";
import { nameKey } from "./matchProduct.ts";
import { importRow, OPEN } from "./testing.ts";

const FIXED = product(1);
const CATALOG = [
  FIXED,
  OPEN,
  product(3, { name: "Everywhere", countryCode: null }),
  product(4, { name: "Dinars", currencyCode: "KWD", price: 1_234 }),
  product(5, { name: "No price", price: null }),
  product(6, { name: "No currency", currencyCode: null }),
  { ...OPEN, id: 7, name: "Yen", currencyCode: "JPY", denominationMaxValue: null, denominationStep: null },
  product(8, { name: "Unfolded", denomination: "open", price: 1_000 }),
];
const EMPTY: RowValues = { productId: "", name: "", amount: "", quantity: "1", country: "", currency: "" };
const NAMES = [
  { name: "Twin", country: "", match: [product(11, { name: "Twin" }), product(12, { name: "Twin" })] },
  { name: "Sole", country: "DE", match: [product(13, { name: "Sole" })] },
  { name: "Priceless", country: "", match: [product(14, { name: "Priceless", currencyCode: null })] },
];
const LOOKUP = {
  byId: new Map<number, Product>(CATALOG.map((each) => [each.id, each])),
  byName: new Map(
    NAMES.map(({ match, ...asked }) => [nameKey(asked), { products: match, total: match.length }]),
  ),
};

/** More than any cell may contain. */
const BLANKS = " ".repeat(401);

const judge = (values: Partial<RowValues>, more: Partial<ImportRow> = {}) =>
  checkRow(importRow(values, more), LOOKUP);
const problemsOf = (...given: Parameters<typeof judge>) => {
  const verdict = judge(...given);
  return verdict.ok ? {} : verdict.problems;
};

const widthOf = (columns: number | null) =>
  columns === null
    ? null
    : { width: { columns, written: columns, unnamed: new Set<number>() }, separator: "," };

describe("the cells of a row", () => {
  const read = (cells: string[], mapping = {}, width: number | null = null, cellKinds = {}) =>
    rowOf({ row: 7, cells, cellKinds }, { productId: 0, amount: 1, quantity: 3, ...mapping }, widthOf(width));

  it("are read by the columns of the table, without the blanks around them", () => {
    expect(read([" 12 ", "25 ", "x", "\t3", "y"])).toEqual({
      row: 7,
      values: { ...EMPTY, productId: "12", amount: "25", quantity: "3" },
      cellKinds: {},
      isTooWide: false,
      doubt: null,
      total: null,
      stated: null,
      markets: [],
      likely: null,
    });
  });

  it("that are missing at the end are empty, the quantity too", () => {
    expect(read(["12"]).values).toEqual({ ...EMPTY, productId: "12", quantity: "" });
  });

  it("of a table without quantities are one of each product", () => {
    expect({ ...rowOf({ row: 1, cells: ["12"] }, { productId: 0 }, null), prints: NO_PRINTS }).toEqual(
      importRow({ productId: "12" }),
    );
    expect({ ...rowOf({ row: 1, cells: ["Card"] }, { name: 0 }, null), prints: NO_PRINTS }).toEqual(
      importRow({ name: "Card" }),
    );
  });

  it("keep what a spreadsheet says of them, by field", () => {
    expect(read(["1", "2", "3", "4"], {}, null, { 1: "date", 2: "error" }).cellKinds).toStrictEqual({
      amount: "date",
    });
  });

  it.each([
    ["'=1+1", "=1+1"],
    ["'-5", "-5"],
    [" '@x ", "@x"],
    ["' =1", "=1"],
    ["'12", "'12"],
    ["x'=1", "x'=1"],
    ["'", "'"],
    ["''=1", "'=1"],
  ])("lose the apostrophe that keeps a formula from running, and no other: %j", (cell, text) => {
    expect(read([cell]).values.productId).toBe(text);
  });

  it("come back from a file of ours as they were", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."'=+-@ \t＝1a".split("")) }), (text) => {
        expect(read([withApostrophe(text)]).values.productId).toBe(text.trim());
      }),
    );
  });

  it("are too many only beyond the width of the table", () => {
    expect(read(["1", "2"], {}, 2).isTooWide).toBe(false);
    expect(read(["1", "2", "3"], {}, 2).isTooWide).toBe(true);
    expect(read(["1", "2", "3"], {}, null).isTooWide).toBe(false);
  });
});

describe("what a row asks the catalog for", () => {
  it.each<[Partial<RowValues>, ...ReturnType<typeof questionsOf>]>([
    [{ productId: "12", name: " Card" }, { id: 12 }, { name: "Card", country: "" }],
    [{ name: "Card 20" }, { name: "Card 20", country: "" }, { name: "card", country: "" }],
    [
      { productId: "Card", country: " DE" },
      { name: "Card", country: "DE" },
    ],
    [
      { productId: " ", name: " Card " },
      { name: "Card", country: "" },
    ],
    [{ name: "#12" }, { id: 12 }],
    [{ country: "DE" }],
    [{ productId: " ", name: "\t" }],
  ])("%j", (values, ...questions) => expect(questionsOf(importRow(values))).toEqual(questions));
});

describe("a row that is ready", () => {
  it.each<[Partial<RowValues>, object, number]>([
    [{ productId: "1", quantity: "3" }, { amount: "10.00", quantity: "3", countryCode: "DE" }, 3_000],
    [
      { productId: "1", amount: "€10", quantity: "٢" },
      { amount: "10.00", quantity: "2", countryCode: "DE" },
      2_000,
    ],
    [{ productId: "1", country: "germany", currency: "eur" }, { amount: "10.00", countryCode: "DE" }, 1_000],
    [{ productId: "2", amount: "25,00", quantity: "0002" }, { amount: "25.00", quantity: "2" }, 5_000],
    [
      { productId: "2", amount: "25", quantity: "1\u00a0000" },
      { amount: "25.00", quantity: "1000" },
      2_500_000,
    ],
    [{ productId: "3", country: "Somewhere in Europe" }, { countryCode: "Somewhere in Europe" }, 1_000],
    [{ productId: "3", country: "x".repeat(20) }, { countryCode: "x".repeat(20) }, 1_000],
    [{ productId: "3" }, { countryCode: "" }, 1_000],
    [{ productId: "4", amount: "1.234" }, { amount: "1.234" }, 1_234],
    [{ productId: "8", amount: "17.31" }, { amount: "17.31" }, 1_731],
    [{ name: "sole", country: "de" }, { productId: 13 }, 1_000],
  ])("%j becomes a line with its total", (values, line, total) => {
    const verdict = judge(values);
    expect(verdict).toMatchObject({ ok: true, line, total });
    expect(verdict.ok && verdict.product.id).toBe(verdict.ok && verdict.line.productId);
  });

  it.each(IMPORT_FIELDS)("stays so with blanks around its cells: %s", (field) => {
    const values = { ...EMPTY, productId: "2", amount: "25", country: "DE", currency: "EUR" };
    expect(judge({ ...values, [field]: BLANKS + values[field] + BLANKS })).toEqual(judge(values));
  });

  it("has exactly the amount that its cell holds, in whatever region it is checked", () => {
    const shape = fc.constantFrom("1234.50", "1234,50", "1,234.50", "1.234,50", "1 234.50", "1.234", "1234");
    fc.assert(
      fc.property(shape, fc.constantFrom("en-GB", "de-DE", "fr-CH", "ar-EG"), (amount, locale) => {
        const reset = setLocaleSource(() => locale);
        const verdict = judge({ productId: "8", amount });
        const read = parseAmount(amount, "EUR");
        reset();
        expect(verdict.ok).toBe(read.ok);
        if (verdict.ok && read.ok) expect(verdict.line.amount).toBe(toMajorText(read.minor, "EUR"));
      }),
    );
  });
});

describe("a row whose product is not clear", () => {
  it("without id and name says what is missing, and nothing else", () => {
    expect(judge({ country: "DE" })).toEqual({
      ok: false,
      problems: { productId: "Enter a product's ID or name." },
      candidates: [],
      nearest: [],
      currency: null,
    });
  });

  it("with an unknown id says so, with what else is wrong", () => {
    expect(judge({ productId: "#99" })).toMatchObject({
      problems: { productId: "Product 99 is not in your catalog. Enter another ID." },
      candidates: [],
    });
    expect(problemsOf({ name: "99", quantity: "1x" })).toEqual({
      name: "Product 99 is not in your catalog. Enter another ID.",
      quantity: "Enter a whole number, in digits only.",
    });
  });

  it("with a name of several products offers them", () => {
    expect(judge({ name: "Twin" })).toMatchObject({
      problems: { name: "2 products fit “Twin”. Choose one, or enter its ID." },
      candidates: [{ id: 11 }, { id: 12 }],
    });
    expect(Object.keys(problemsOf({ productId: "Twin", name: "x" }))).toEqual(["productId"]);
  });

  it("with a name that the catalog was not asked for says that there is none", () => {
    expect(problemsOf({ name: "Sole", country: "AT" })).toEqual({
      name: "No product is called “Sole”. Enter the product's ID.",
    });
  });
});

describe("a row with a known product needs work", () => {
  it.each<[Partial<RowValues>, object]>([
    [{ productId: "1", country: "FR" }, { country: "This product is for Germany (DE), not for FR." }],
    [{ productId: "3", country: "x".repeat(21) }, { country: "Enter the country's code, such as DE." }],
    [{ productId: "1", currency: "USD" }, { currency: "This product is priced in EUR, not in USD." }],
    [
      { productId: "1", country: "FR", currency: "USD", amount: "11", quantity: "0" },
      {
        country: expect.stringContaining("not for FR"),
        currency: expect.stringContaining("not in USD"),
        amount: "The price of this product is €10.00.",
        quantity: "Enter at least 1.",
      },
    ],
    [{ productId: "1", amount: "x" }, { amount: expect.stringContaining("“x” is not an amount in EUR") }],
    [{ productId: "2" }, { amount: expect.stringContaining("Enter an amount") }],
    [{ productId: "5" }, { amount: "This product has no price, so it can't be ordered." }],
    [{ productId: "5", amount: "x" }, { amount: expect.stringContaining("is not an amount") }],
    [
      { productId: "6", currency: "EUR" },
      { productId: "This product has no currency, so it can't be ordered." },
    ],
    [{ name: "Priceless" }, { name: "This product has no currency, so it can't be ordered." }],
    [{ productId: "1", quantity: "" }, { quantity: "Enter a quantity." }],
    [
      { productId: "1", quantity: "9007199254740991" },
      { quantity: "Enter at most 100,000. A larger quantity needs several orders." },
    ],
  ])("%j", (values, problems) => expect(problemsOf(values)).toEqual(problems));

  it("with valid amounts near the one given, in the product's currency", () => {
    expect(judge({ productId: "2", amount: "26" })).toEqual({
      ok: false,
      problems: { amount: "Enter an amount in steps of €5.00." },
      candidates: [],
      nearest: [2_500, 3_000],
      currency: "EUR",
    });
    expect(judge({ productId: "1", amount: "11" })).toMatchObject({ nearest: [1_000], currency: "EUR" });
  });

  it("without amounts to choose from, if there are none or the amount is right", () => {
    expect(judge({ productId: "5" })).toMatchObject({ nearest: [] });
    expect(judge({ productId: "1", amount: "10", quantity: "0" })).toMatchObject({
      nearest: [],
      candidates: [],
    });
  });
});

describe("a row that can't be read", () => {
  it.each<[ImportField, number]>([
    ["productId", 400],
    ["name", 400],
    ["amount", 60],
    ["quantity", 30],
    ["country", 60],
    ["currency", 20],
  ])("has a cell that is too long, or holds what can't be stored: %s", (field, most) => {
    const tooLong = new RegExp(`^[A-Z][A-Za-z ]+: at most ${most} characters\\.$`);
    expect(problemsOf({ productId: "1", [field]: "1".repeat(most) })[field] ?? "").not.toMatch(tooLong);
    expect(problemsOf({ productId: "1", [field]: "1".repeat(most + 1) })).toEqual({
      [field]: expect.stringMatching(tooLong),
    });
    for (const bad of ["1\0", "\ud800x"]) {
      expect(problemsOf({ productId: "1", [field]: bad })).toEqual({
        [field]: expect.stringMatching(
          /^[A-Z][A-Za-z ]+: remove the character that can't be stored\.(?: The cell holds .*)?$/,
        ),
      });
    }
  });

  it.each([
    ["date", /holds a date/],
    ["error", /holds an error/],
    ["unknown-result", /formula without a result/],
  ] as const)("has a cell of a spreadsheet that has no value: %s", (kind, message) => {
    expect(judge({ productId: "1", amount: "1\0" }, { cellKinds: { amount: kind, quantity: kind } })).toEqual(
      {
        ok: false,
        problems: { amount: expect.stringMatching(message), quantity: expect.stringMatching(message) },
        candidates: [],
        nearest: [],
        currency: null,
      },
    );
  });

  it("has more cells than the table has columns", () => {
    expect(problemsOf({ productId: "1" }, { isTooWide: true })).toEqual({
      row: expect.stringMatching(/^This row has more cells than the table has columns/),
    });
  });
});

describe("a number of a spreadsheet with three decimals", () => {
  const cellKinds = { amount: "three-decimals" } as const;

  it("is never a thousand, nor rounded", () => {
    expect(problemsOf({ productId: "2", amount: "1.234" }, { cellKinds })).toEqual({
      amount: expect.stringContaining("EUR has at most 2 decimals"),
    });
    expect(problemsOf({ productId: "7", amount: "1.234" }, { cellKinds })).toEqual({
      amount: expect.stringContaining("JPY has no decimals"),
    });
  });

  it("is the amount if the currency has as many", () => {
    expect(judge({ productId: "4", amount: "1.234" }, { cellKinds })).toMatchObject({
      ok: true,
      total: 1_234,
    });
  });

  it("as text is asked about", () => {
    expect(problemsOf({ productId: "2", amount: "1.234" })).toEqual({
      amount: expect.stringContaining("can mean two amounts"),
    });
  });
});

describe("a row with more codes than the rules leave of its product", () => {
  it("says so at its quantity", () => {
    const allowances = new Map([[1, { productId: 1, left: 3, reason: "Three are left." }]]);
    const verdictOf = (quantity: string) =>
      checkRow(importRow({ productId: "1", quantity }), { ...LOOKUP, allowances });
    expect(verdictOf("3").ok).toBe(true);
    expect(verdictOf("4")).toMatchObject({ ok: false, problems: { quantity: "Three are left." } });
  });
});
