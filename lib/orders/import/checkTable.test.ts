import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { checkTable, rowsOf, type CheckSettings } from "./checkTable.ts";
import { guessColumns, guessHasHeads } from "./columns.ts";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import { readSeparated } from "./readSeparated.ts";
import type { LookupSource } from "./productLookup.ts";
import { catalogOf, nothing, OPEN } from "./testing.ts";

const EMPTY: ImportTable = {
  rows: [],
  blankRows: 0,
  hiddenRows: 0,
  hiddenColumns: [],
  quotes: null,
  titleRows: 0,
  formulas: 0,
  separator: null,
  notes: [],
};
const FIXED = product(1, { name: "Nordwind Germany Gift Card 10 EUR" });
const CATALOG = [
  FIXED,
  OPEN,
  product(3, { name: "Nordwind Gift Card", countryCode: "AT" }),
  product(4, { name: "Nordwind Gift Card", countryCode: "FR", price: 2_500 }),
  product(5, { name: "Nordwind Gift Card", countryCode: "FR", price: 5_000 }),
  product(9, { name: "Twin", price: 2_500 }),
  product(10, { name: "Twin", price: 2_500 }),
  product(6, { name: "Kuwait card", currencyCode: "KWD", countryCode: null, price: 1_234 }),
  product(7, { name: "Gone", price: null }),
  product(11, { name: "Dear", price: 80_000_000_000 }),
  product(8, { name: "Open KWD", currencyCode: "KWD", denomination: "open", price: null, countryCode: null }),
];

async function check(table: ImportTable, more: Partial<CheckSettings> = {}) {
  const hasHeads = guessHasHeads(table);
  const settings = {
    hasHeads,
    mapping: guessColumns(table, hasHeads),
    leaveOutHidden: false,
    answered: [],
    ...more,
  };
  return checkTable(table, settings, catalogOf(CATALOG), nothing);
}
const checkText = (text: string) => check(readSeparated(text).table);
const checkOne = async (cells: string) => {
  const { good, bad } = await checkText(`product id;name;amount;quantity;country;currency\n${cells}`);
  return good[0]?.line ?? bad[0]?.verdict.problems;
};

describe("a row that may not be one to order", () => {
  const heads = "Product ID\tQuantity\tAmount\tNote\n";
  const rowsIn = async (text: string) => {
    const { good, bad } = await checkText(text);
    return {
      good: good.map(({ row }) => row),
      bad: bad.map(({ row, verdict }) => [row.row, verdict.problems.row]),
    };
  };

  it.each(["Subtotal", "cancelled"])("is refused until a member accepts it: %s", async (note) => {
    const rows = await rowsIn(`${heads}2\t1\t25\t\n2\t5\t25\t${note}\n`);
    expect(rows).toEqual({ good: [2], bad: [[3, `This row says “${note}”. Is it to be ordered?`]] });
  });

  it("is refused below headings in another order, until they are as at the top again", async () => {
    const rows = await rowsIn(
      `${heads}2\t1\t25\t\nProduct ID\tAmount\tQuantity\t\n2\t30\t25\t\nProduct\tQty\tAmount\t\n2\t1\t30\t\n`,
    );
    expect(rows.good).toEqual([2, 6]);
    expect(rows.bad.find(([row]) => row === 4)?.[1]).toContain("name other columns");
  });

  it("is refused below a row that says so", async () => {
    const rows = await rowsIn(`${heads}2\t1\t25\t\nCancelled:\t\t\t\n2\t5\t30\t\n`);
    expect(rows.good).toEqual([2]);
    expect(rows.bad.at(-1)).toEqual([4, "A row above says “Cancelled:”. Is this one to be ordered?"]);
  });
});

describe("a row of a table", () => {
  it("quotes an unclear cell as it is, in whatever separators its reader's pages are", async () => {
    const reset = setLocaleSource(() => "de-DE");
    const problems = await checkOne("2;;1.234;1;;").finally(reset);
    expect(problems).toEqual({ amount: expect.stringContaining("“1.234” can mean two amounts") });
  });

  it.each([
    ["1;;10,00;2;DE;", { productId: 1, amount: "10.00", quantity: "2", countryCode: "DE" }],
    ["#1;;;2;;", { productId: 1, amount: "10.00", quantity: "2", countryCode: "DE" }],
    ["1;;€10;٢;germany;eur", { productId: 1, amount: "10.00", quantity: "2", countryCode: "DE" }],
    ["2;;25.00;1;;", { productId: 2, amount: "25.00", quantity: "1", countryCode: "DE" }],
    ["6;;1.234;1;KW;", { productId: 6, amount: "1.234", quantity: "1", countryCode: "KW" }],
    [";Nordwind Gift Card;;1;Austria;", { productId: 3, amount: "10.00", quantity: "1", countryCode: "AT" }],
    ["8;;25.50;1;;", { productId: 8, amount: "25.500", quantity: "1", countryCode: "" }],
    ["8;;1234.500;1;;", { productId: 8, amount: "1234.500", quantity: "1", countryCode: "" }],
    ['="1";;="10,00";="2";;', { productId: 1, amount: "10.00", quantity: "2", countryCode: "DE" }],
    ["1\u200b;;;2\u200b;;", { productId: 1, amount: "10.00", quantity: "2", countryCode: "DE" }],
    ["\ufeff1;;;\u00ad2;DE\u200e;", { productId: 1, amount: "10.00", quantity: "2", countryCode: "DE" }],
    [";nordwind gift card;50;1;FR;", { productId: 5, amount: "50.00", quantity: "1", countryCode: "FR" }],
  ])("%j becomes a line", async (cells, line) => {
    expect(await checkOne(cells)).toEqual(line);
  });

  it.each([
    ["1;;;1\u202e2;;", { quantity: /whole number.*U\+202E/ }],
    ["1\u3164;;;1;;", { productId: /No product is called.*U\+3164/ }],
    ["2;;2\u202e5;1;;", { amount: /not an amount.*U\+202E/ }],
    ["=1+1;;;1;;", { productId: /No product is called/ }],
    ["99;;;1;;", { productId: /99 is not in your catalog/ }],
    ["99;;;1x;;", { productId: /99 is not in your catalog/, quantity: /whole number/ }],
    [";;;1;;", { productId: /ID or name/ }],
    ["1;;12.00;1;;", { amount: /price of this product is €10.00/ }],
    ["2;;;1;;", { amount: /Enter an amount/ }],
    ["2;;26;1;;", { amount: /steps of €5.00/ }],
    ["2;;1,000;1;;", { amount: /two amounts/ }],
    ["2;;25.505;1;;", { amount: /two amounts|decimals/ }],
    ["2;;25;0;;", { quantity: /at least 1/ }],
    ["2;;25;;;", { quantity: /Enter a quantity/ }],
    ["2;;25;001;;", { quantity: /without zeros/ }],
    ["2;;85;01;;", { quantity: /without zeros/ }],
    ["2;;020.00;1;;", { amount: /without zeros/ }],
    ["2;;25;1.000;;", { quantity: /whole number/ }],
    ["2;;25;1;FR;", { country: /for Germany \(DE\), not for FR/ }],
    ["2;;25;1;;USD", { currency: /priced in EUR, not in USD/ }],
    ["2;;500;100001;;", { quantity: /at most 100,000/ }],
    ["8;;1.500;1;;", { amount: /can mean KWD.1.500 or KWD.1,500.000/ }],
    ["8;;25.000;1;;", { amount: /can mean KWD.25.000 or KWD.25,000.000/ }],
    ["8;;25,000;1;;", { amount: /can mean two amounts/ }],
    ["8;;KWD 25.000;1;;", { amount: /can mean KWD.25.000/ }],
    ["7;;;1;;", { amount: /no price/ }],
    [";Nothing like it;;1;;", { name: /No product is called/ }],
    [";Nordwind Gift Card;;1;;", { name: /3 products fit/ }],
    [";Twin;25;1;DE;", { name: /2 products fit “Twin” and the amount/ }],
    [";Nordwind Gift Card;20;1;FR;", { name: /2 products fit/ }],
    [";Nordwind Gift Card;20;1;ES;", { name: /not offered for ES, only for Austria, France/ }],
    ["2;;25,50;1;;;1", { row: /more cells than/ }],
  ])("%j needs work, and says why", async (cells, problems) => {
    const found = await checkOne(cells);
    expect(Object.keys(found ?? {})).toEqual(Object.keys(problems));
    expect(Object.values(found ?? {})[0]).toMatch(Object.values(problems)[0] ?? /-/);
  });

  it("with an unquoted decimal comma is never read as another amount and quantity", async () => {
    const { good, bad } = await checkText("product id,amount,quantity\n2,25.00,1\n2,25,50,1\n2,30.00,1\n");
    expect(good.map(({ row }) => row)).toEqual([2, 4]);
    expect(bad[0]?.verdict.problems.row).toMatch(/more cells/);
  });

  it("of a workbook with a date, an error or a number of three decimals is never guessed at", async () => {
    const table: ImportTable = {
      ...EMPTY,
      rows: [
        { row: 1, cells: ["2", "45000", "1"], cellKinds: { 1: "date" } },
        { row: 2, cells: ["2", "#REF!", "1"], cellKinds: { 1: "error" } },
        { row: 3, cells: ["2", "", "1"], cellKinds: { 1: "unknown-result" } },
        { row: 4, cells: ["2", "25.125", "1"], cellKinds: { 1: "three-decimals" } },
        { row: 5, cells: ["8", "25.125", "1"], cellKinds: { 1: "three-decimals" } },
      ],
    };
    const { good, bad } = await check(table, {
      hasHeads: false,
      mapping: { productId: 0, amount: 1, quantity: 2 },
    });
    expect(bad.map(({ verdict }) => verdict.problems.amount)).toEqual([
      expect.stringMatching(/date/),
      expect.stringMatching(/error/),
      expect.stringMatching(/formula/),
      expect.stringMatching(/at most 2 decimals/),
    ]);
    expect(good[0]?.line).toMatchObject({ productId: 8, amount: "25.125" });
  });
});

describe("a table", () => {
  it("is summed up by currency, with the rows that repeat others", async () => {
    const verdict = await checkText("id\tamount\tqty\n1\t\t2\n2\t25\t1\n6\t\t3\n1\t\t2\n99\t\t1\n\n");
    expect(verdict).toMatchObject({
      totals: [
        { currency: "EUR", rows: 3, total: 6_500 },
        { currency: "KWD", rows: 1, total: 3_702 },
      ],
      repeated: 1,
      blankRows: 1,
    });
    expect(verdict.products.map(({ id }) => id)).toEqual([1, 2, 6]);
  });

  it("leaves hidden rows out only when asked to, and says how many", async () => {
    const { table } = readSeparated("1\t1\n1\t2\n1\t3\n");
    const second = table.rows[1];
    if (second) second.hidden = true;
    const settings = { hasHeads: false, mapping: { productId: 0, quantity: 1 } };
    expect((await check(table, settings)).good).toHaveLength(3);
    expect(await check(table, { ...settings, leaveOutHidden: true })).toMatchObject({
      good: [{ row: 1 }, { row: 3 }],
      hiddenLeftOut: 1,
    });
  });

  it("loses no row: each is ready, needs work, is blank, hidden or names the columns", async () => {
    const cell = fc.oneof(
      fc.constantFrom("1", "2", "25", "25,50", "", "Nordwind", "DE", "=1+1"),
      fc.string({ maxLength: 5 }),
    );
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (given, hasHeads) => {
        const text = given
          .map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(";"))
          .join("\n");
        const { table } = readSeparated(`${text}\n`, { separator: ";" });
        const settings = {
          hasHeads,
          mapping: { productId: 0, amount: 1, quantity: 2 },
          leaveOutHidden: false,
          answered: [],
        };
        const { good, bad, blankRows } = await check(table, settings);
        const heads = hasHeads && table.rows.length > 0 ? 1 : 0;
        expect(good.length + bad.length + blankRows + heads).toBe(given.length);
        const numbers = [...good.map(({ row }) => row), ...bad.map(({ row }) => row.row)];
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      { numRuns: 300 },
    );
  });

  it("gives every ready row exactly the amount that was written", async () => {
    const amount = fc.integer({ min: 2, max: 100 }).map((steps) => steps * 500);
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(".", ","),
        async (all, sign) => {
          const rows = all.map((minor) => `2\t${toMajorText(minor, "EUR").replace(".", sign)}\t1`);
          const { good } = await checkText(`id\tamount\tquantity\n${rows.join("\n")}`);
          expect(good.map(({ line }) => line.amount)).toEqual(all.map((minor) => toMajorText(minor, "EUR")));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("asks the catalog for each product once", async () => {
    const asked: number[] = [];
    const { table } = readSeparated("id\n" + "1\n2\n".repeat(3_000));
    const source = catalogOf(CATALOG);
    await checkTable(
      table,
      { hasHeads: true, mapping: { productId: 0 }, leaveOutHidden: false, answered: [] },
      (question) => {
        asked.push(...question.ids);
        return source(question);
      },
      nothing,
    );
    expect(asked).toEqual([1, 2]);
  });
});

describe("the rows to judge", () => {
  const settings = {
    hasHeads: false,
    mapping: { productId: 0, quantity: 1 },
    leaveOutHidden: false,
    answered: [],
  };
  const rowsWith = (widths: number[], more: Partial<ImportTable> = {}, hasHeads = false) => {
    const rows = widths.map((width, at) => ({
      row: at + 1,
      cells: Array.from({ length: width }, () => "x"),
    }));
    return rowsOf({ ...EMPTY, separator: ",", rows, ...more }, { ...settings, hasHeads });
  };
  const tooWide = (...given: Parameters<typeof rowsWith>) =>
    rowsWith(...given).rows.flatMap(({ row }) => (row.isTooWide ? row.row : []));

  it("are those below the names of the columns, with all their cells as given", () => {
    const table = {
      ...EMPTY,
      rows: [
        { row: 1, cells: [" id"] },
        { row: 4, cells: [" 1 ", "2", "note "] },
      ],
    };
    expect(rowsOf(table, { ...settings, hasHeads: true })).toEqual({
      heads: [" id"],
      width: null,
      rows: [
        {
          row: expect.objectContaining({
            row: 4,
            values: expect.objectContaining({ productId: "1", quantity: "2" }),
          }),
          cells: [" 1 ", "2", "note "],
        },
      ],
      hiddenLeftOut: 0,
    });
    expect(rowsOf(table, settings)).toMatchObject({ heads: null, rows: [{}, {}] });
    expect(rowsOf(EMPTY, { ...settings, hasHeads: true })).toEqual({
      heads: [],
      width: null,
      rows: [],
      hiddenLeftOut: 0,
    });
    expect(rowsOf({ ...EMPTY, separator: "," }, settings).rows).toEqual([]);
  });

  it("of separated text have no more cells than the row of names", () => {
    expect(tooWide([2, 2, 3, 1, 3, 3], {}, true)).toEqual([3, 5, 6]);
  });

  it("of separated text without names have no more cells than most of them, or the larger number of two", () => {
    expect(tooWide([2, 3, 2, 1])).toEqual([2]);
    expect(tooWide([3, 2, 4, 2, 3])).toEqual([3]);
    expect(tooWide([2, 3, 4, 3, 2])).toEqual([3]);
    expect(tooWide([4, 1, 1, 1])).toEqual([1]);
  });

  it("of a workbook have as many cells as they like", () => {
    expect(tooWide([2, 3, 2], { separator: null })).toEqual([]);
  });
});

describe("the check of a long table", () => {
  const settings = { hasHeads: false, mapping: { productId: 0 }, leaveOutHidden: false, answered: [] };
  const ids = (count: number): ImportTable => ({
    ...EMPTY,
    rows: Array.from({ length: count }, (_, at) => ({ row: at + 1, cells: [String(at + 1)] })),
  });
  const everything: LookupSource = (question) =>
    Promise.resolve({ products: question.ids.map((id) => product(id)), names: [] });

  it("reports its progress between slices of 2,500 rows, and loses none of them", async () => {
    const told: [number, number][] = [];
    const verdict = await checkTable(ids(5_001), settings, everything, (done, total) => {
      told.push([done, total]);
      return Promise.resolve();
    });
    expect(told).toEqual([
      [0, 5_001],
      [2_500, 5_001],
      [5_000, 5_001],
    ]);
    expect(verdict.good.map(({ row }) => row)).toEqual(ids(5_001).rows.map(({ row }) => row));
    expect(verdict.totals).toEqual([{ currency: "EUR", rows: 5_001, total: 5_001_000 }]);
  });

  it("reports no progress for a table that ends with a slice", async () => {
    const told: number[] = [];
    await checkTable(ids(2_500), settings, everything, (done) => {
      told.push(done);
      return Promise.resolve();
    });
    expect(told).toEqual([0]);
  });

  it("ends when the caller wants no more progress", async () => {
    const stop = () => Promise.reject(new Error("stopped"));
    await expect(checkTable(ids(1), settings, everything, stop)).rejects.toThrow("stopped");
  });

  it("asks the catalog at most three questions at a time, until all are answered", async () => {
    const underWay: number[] = [];
    let open = 0;
    const verdict = await checkTable(
      ids(6_500),
      settings,
      async (question) => {
        open += 1;
        underWay.push(open);
        const answer = await everything(question);
        open -= 1;
        return answer;
      },
      nothing,
    );
    expect(underWay).toEqual([1, 2, 3, 1, 2, 3, 1]);
    expect(verdict.good).toHaveLength(6_500);
  });

  it("fails if the catalog does not answer", async () => {
    const silent = () => Promise.reject(new Error("no answer"));
    await expect(checkTable(ids(1), settings, silent, nothing)).rejects.toThrow("no answer");
  });

  it("finds products by name as by id", async () => {
    const table = {
      ...EMPTY,
      rows: [
        { row: 1, cells: ["Kuwait card"] },
        { row: 2, cells: ["6"] },
      ],
    };
    const verdict = await checkTable(table, settings, catalogOf(CATALOG), nothing);
    expect(verdict.good.map(({ line }) => line.productId)).toEqual([6, 6]);
    expect(verdict.products.map(({ id }) => id)).toEqual([6]);
  });
});

describe("the rows that are ready", () => {
  it("have no total if it would not be exact", async () => {
    const { totals } = await checkText("id;quantity\n11;100000\n11;100000\n6;1");
    expect(totals).toEqual([
      { currency: "EUR", rows: 2, total: null },
      { currency: "KWD", rows: 1, total: 1_234 },
    ]);
  });

  it("repeat others only with the same product, amount, quantity and country", async () => {
    const rows = ["2;25;1;", "2;25,00;0001;DE", "2;30;1;", "2;25;2;", "6;;1;KW", "6;;1;SA", "6;;1;KW"];
    const { good, repeated } = await checkText(`id;amount;quantity;country\n${rows.join("\n")}`);
    expect(good).toHaveLength(7);
    expect(repeated).toBe(2);
  });
});

describe("rows of a product of which the rules leave few codes", () => {
  const few: LookupSource = async (question) => ({
    ...(await catalogOf(CATALOG)(question)),
    allowances: [{ productId: 1, left: 3, reason: "Three are left." }],
  });

  it("are ready as long as something is left, over all rows together", async () => {
    const { table } = readSeparated("product id;quantity\n1;2\n9;5\n1;2\n1;1\n1;1");
    const settings = {
      hasHeads: true,
      mapping: guessColumns(table, true),
      leaveOutHidden: false,
      answered: [],
    };
    const { good, bad } = await checkTable(table, settings, few, nothing);
    expect(good.map(({ row }) => row)).toEqual([2, 3, 5]);
    expect(bad.map(({ row, verdict }) => [row.row, verdict.problems])).toEqual([
      [4, { quantity: "Three are left." }],
      [6, { quantity: "Three are left." }],
    ]);
  });
});
