import { describe, expect, it } from "vitest";
import { readSeparated } from "./readSeparated.ts";
import {
  countKnownHeads,
  FIELD_LABELS,
  guessColumns,
  guessHasHeads,
  headSignature,
  IMPORT_FIELDS,
  type ColumnMapping,
} from "./columns.ts";

const tableOf = (rows: readonly (readonly string[])[]) => ({
  rows: rows.map((cells, at) => ({ row: at + 1, cells: [...cells] })),
  separator: null,
});
const guess = (...rows: string[][]) => guessColumns(tableOf(rows), true);
const guessBare = (...rows: string[][]) => guessColumns(tableOf(rows), false);
/** Guesses one column of cells, after a known one. */
const guessOne = (...cells: string[]) => guessBare(...cells.map((cell) => [cell]));
const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("the name of a column", () => {
  it.each<[string, ColumnMapping]>([
    ["Product ID", { productId: 0 }],
    [" sku ", { productId: 0 }],
    ["Artikel-Nr.", { productId: 0 }],
    ["Product name", { name: 0 }],
    ["Désignation", {}],
    ["Libellé", { name: 0 }],
    ["Amount", { amount: 0 }],
    ["Wartość", { amount: 0 }],
    ["QTY", { quantity: 0 }],
    ["Stückzahl", { quantity: 0 }],
    ["Country", { country: 0 }],
    ["Kraj", { country: 0 }],
    ["Currency", { currency: 0 }],
    ["Währung", { currency: 0 }],
    ["Country ISO", { country: 0 }],
    ["Country code (ISO)", { country: 0 }],
    ["Currency ISO", { currency: 0 }],
    ["Product ISO name", {}],
    ["Countryiso", {}],
    ["", {}],
    ["Comment", {}],
  ])("%j is recognised, however it is written", (head, mapping) => {
    expect(guess([head], ["?"])).toEqual(mapping);
    expect(countKnownHeads([head])).toBe(Object.keys(mapping).length);
  });

  it("is recognised for every field by the label that our own files have", () => {
    const heads = IMPORT_FIELDS.map((field) => FIELD_LABELS[field]);
    expect(guess(heads, [])).toEqual(Object.fromEntries(IMPORT_FIELDS.map((field, at) => [field, at])));
    expect(countKnownHeads(heads)).toBe(6);
  });

  it("counts once, and the first of several columns is taken", () => {
    expect(countKnownHeads(["Price", "Amount", "Other", "Qty"])).toBe(2);
    expect(guess(["Price", "Amount"], ["1", "2"])).toEqual({ amount: 0 });
  });
});

describe("a first row", () => {
  it.each([
    [
      [
        ["Qty", "5"],
        ["1", "2"],
      ],
      true,
    ],
    [[["Menge"], ["viele"]], true],
    [
      [
        ["Wert A", "Wert B"],
        ["Card", "2"],
      ],
      true,
    ],
    [
      [
        ["Wert A", "Wert B"],
        ["Card", "٢"],
      ],
      true,
    ],
    [[["Wert A"], ["Wert C"]], false],
    [[["Wert 1"], ["2"]], false],
    [
      [
        ["Cards", "1"],
        ["Cards", "2"],
      ],
      false,
    ],
    [[["Wert A"]], false],
    [[], false],
  ])("of %j names the columns: %s", (rows, hasHeads) => expect(guessHasHeads(tableOf(rows))).toBe(hasHeads));

  it("is compared with the 200 rows below it", () => {
    const words = repeat(200, ["Card"]);
    expect(guessHasHeads(tableOf([["Wert A"], ...words.slice(1), ["1"]]))).toBe(true);
    expect(guessHasHeads(tableOf([["Wert A"], ...words, ["1"]]))).toBe(false);
  });
});

describe("columns without a name of ours", () => {
  it("are left out when they are called something else", () => {
    expect(guess(["Menge", "Order total"], ["1", "25.00"])).toEqual({ quantity: 0 });
  });

  it("are guessed by their cells, also those beyond the row of names", () => {
    expect(guess(["Menge", " "], ["1", "25.00", "EUR"])).toEqual({ quantity: 0, amount: 1, currency: 2 });
    expect(guess(["", "", "Menge"], ["100001"])).toEqual({ quantity: 2, productId: 0 });
    expect(guess(["Menge"])).toEqual({ quantity: 0 });
    expect(guessColumns(tableOf([]), true)).toEqual({});
  });

  it("of separated text are not guessed after one that has a name: they may be parts of a split amount", () => {
    const table = {
      ...tableOf([
        ["Product ID", "Amount", ""],
        ["101601", "25", "50"],
      ]),
      separator: ",",
    };
    expect(guessColumns(table, true)).toEqual({ productId: 0, amount: 1 });
    const before = {
      ...tableOf([
        ["", "Amount"],
        ["101601", "25"],
      ]),
      separator: ",",
    };
    expect(guessColumns(before, true)).toEqual({ productId: 0, amount: 1 });
  });

  it("are never one that has a name of ours", () => {
    expect(guess(["Country", ""], ["EUR", "Card one"])).toEqual({ country: 0, name: 1 });
  });

  it("are each field once", () => {
    expect(guessBare(["EUR", "USD", "DE", "AT", "Card", "Cards"])).toEqual({
      currency: 0,
      country: 2,
      name: 4,
    });
  });

  it.each<[string, ColumnMapping]>([
    ["EUR", { currency: 0 }],
    ["eur", {}],
    ["XEUR", { name: 0 }],
    ["EURX", { name: 0 }],
    ["EU", { country: 0 }],
    ["de", { country: 0 }],
    ["D", {}],
    ["d1", { amount: 0 }],
    ["Card", { name: 0 }],
    ["Ab-1", { name: 0 }],
    ["A-b-1", { amount: 0 }],
    ["é été", { name: 0 }],
    ["ab1", { amount: 0 }],
    ["100001", { productId: 0 }],
    ["#100001", { productId: 0 }],
    ["##100001", { amount: 0 }],
    ["100001#", { amount: 0 }],
    ["١٠", { productId: 0 }],
    ["25.00", { amount: 0 }],
    ["1 000,50 €", { amount: 0 }],
    ["1'000.50", { amount: 0 }],
    ["1\u00a0000\u202f5", { amount: 0 }],
    ["CHF 25", { name: 0 }],
    ["€25", { amount: 0 }],
    ["-----25.", {}],
    ["25-----", {}],
    ["25-1", {}],
    ["...", {}],
    ["", {}],
  ])("%j is taken for what it looks like", (cell, mapping) => expect(guessOne(cell)).toEqual(mapping));

  it.each<[string, ColumnMapping]>([
    ["CHF 25", { amount: 0 }],
    ["25 EUR", { amount: 0 }],
    ["25 euros", {}],
    ["Price 25", {}],
  ])("%j can be an amount where the product is known", (cell, mapping) => {
    const mapped = guess(["", "Product ID", "Product name"], [cell, "1", "Card"]);
    expect(mapped).toEqual({ ...mapping, productId: 1, name: 2 });
  });

  it("are what at least four of five filled cells look like", () => {
    expect(guessOne("EUR", "EUR", " EUR ", "EUR", "?", "")).toEqual({ currency: 0 });
    expect(guessOne("EUR", "EUR", "EUR", "?")).toEqual({});
    expect(guessOne("1.5", "1.5", "1.5", "1.5", "?")).toEqual({ amount: 0 });
    expect(guessOne("1.5", "1.5", "1.5", "?")).toEqual({});
    expect(guessOne("1", "1", "1", "1", "1.5")).toEqual({ productId: 0 });
    expect(guessOne("1", "1", "1", "1.5")).toEqual({ amount: 0 });
  });

  it("are judged by 200 rows, with and without a row of names", () => {
    const sample = [...repeat(160, ["EUR"]), ...repeat(40, ["?"])];
    expect(guessBare(...sample, ["?"])).toEqual({ currency: 0 });
    expect(guess([""], ...sample, ["?"])).toEqual({ currency: 0 });
    expect(guess([""], ...sample.slice(1), ["EUR"])).toEqual({ currency: 0 });
    expect(guessBare(...sample.slice(1), ["EUR"])).toEqual({ currency: 0 });
  });
});

describe("columns of numbers", () => {
  it.each<[string[], ColumnMapping]>([
    [["1001", "25.00", "2"], { productId: 0, amount: 1, quantity: 2 }],
    [["1001", "25", "2"], { productId: 0, amount: 1, quantity: 2 }],
    [["1001", "25", "30", "2"], { productId: 0, amount: 1, quantity: 3 }],
    [["1001", "2"], { productId: 0, quantity: 1 }],
    [["1001", "2.50"], { productId: 0, amount: 1 }],
    [["1001", "1 000"], { productId: 0, quantity: 1 }],
    [["1001", "25", "1’000"], { productId: 0, amount: 1, quantity: 2 }],
    [["1001", "1 000", "2"], { productId: 0, amount: 1, quantity: 2 }],
    [["1001", "1.000"], { productId: 0, amount: 1 }],
    [["1001", "1,000"], { productId: 0, amount: 1 }],
    [["2.50", "2"], { amount: 0, quantity: 1 }],
    [["2.50"], { amount: 0 }],
    [["Card", "2"], { name: 0, quantity: 1 }],
    [["Card", "2.50", "2"], { name: 0, amount: 1, quantity: 2 }],
  ])("%j are the product, the amount and the quantity in this order", (row, mapping) =>
    expect(guessBare(row)).toStrictEqual(mapping),
  );

  it.each<[string[], ColumnMapping]>([
    [["Product ID", "", ""], { productId: 0, amount: 1, quantity: 2 }],
    [["Quantity", "", ""], { quantity: 0, productId: 1, amount: 2 }],
    [["Amount", "", ""], { amount: 0, productId: 1, quantity: 2 }],
    [["Product ID", "Quantity", ""], { productId: 0, quantity: 1, amount: 2 }],
    [["Product ID", "Amount", ""], { productId: 0, amount: 1, quantity: 2 }],
    [["Product ID", "Amount", "Quantity", ""], { productId: 0, amount: 1, quantity: 2 }],
  ])("beside %j are what these leave open", (heads, mapping) =>
    expect(guess(heads, ["7", "8", "9", "10"].slice(0, heads.length))).toStrictEqual(mapping),
  );
});

describe("a column that is called Number", () => {
  const own = ["Number", "Product ID", "Product", "Amount", "Currency"];
  const codes = (...numbers: string[]) =>
    guess(own, ...numbers.map((number) => [number, "100001", "Card", "25.00", "EUR"]));

  it("numbers the rows of our own export of codes, and says nothing of quantities", () => {
    const mapping = { productId: 1, name: 2, amount: 3, currency: 4 };
    expect(codes("1", "2", "3")).toEqual(mapping);
    expect(codes("101", "102")).toEqual(mapping);
    expect(codes("3", "8", "12")).toEqual(mapping);
    expect(codes("7")).toEqual(mapping);
    expect(codes()).toEqual(mapping);
  });

  it.each(["Number", "No.", "Nr", "Nr.", "#"])("gives way to a quantity, called %j", (head) => {
    const rows = [
      ["5", "100001", "2"],
      ["5", "100002", "3"],
    ];
    expect(guess([head, "Product ID", "Quantity"], ...rows)).toEqual({ productId: 1, quantity: 2 });
    expect(guess([head, "Product ID", "Menge"], ...rows)).toEqual({ productId: 1, quantity: 2 });
    expect(guess(["Qty", "Product ID", head], ...rows)).toEqual({ quantity: 0, productId: 1 });
  });

  it.each(["No.", "#", "Nr"])(
    "is the quantity rather than one that is called %j and comes before it",
    (head) => {
      const rows = [
        ["7", "100001", "2"],
        ["7", "100002", "3"],
        ["4", "100001", "1"],
      ];
      expect(guess([head, "Product ID", "Number"], ...rows)).toEqual({ productId: 1, quantity: 2 });
    },
  );

  it.each(["Number", "no", "NR.", "#"])("is the quantity where nothing else is, called %j", (head) => {
    const rows = [
      ["100001", "5"],
      ["100002", "3"],
      ["100003", "5"],
    ];
    expect(guess(["Product ID", head], ...rows)).toEqual({ productId: 0, quantity: 1 });
    expect(guess(["Product ID", head], ["100001", "5"])).toEqual({ productId: 0, quantity: 1 });
    expect(guess(["Product", head], ["Card", "5"], ["Card", "3"])).toEqual({ name: 0, quantity: 1 });
  });

  it.each([["1"], ["1", "2"], ["1", "2", "3"], ["7", "8"], ["A", "B"], ["4711", "815000", "100003"], []])(
    "is none when it counts the rows, or is no small number",
    (...cells) => {
      const rows = cells.map((cell, at) => [`10000${at}`, cell]);
      expect(guess(["Product ID", "Number"], ...rows)).toEqual({ productId: 0 });
    },
  );

  it("is none without a product beside it: it may be the product's", () => {
    expect(guess(["Number", "Amount"], ["5", "25.00"], ["5", "10.00"])).toEqual({ amount: 1 });
  });

  it("names the columns, which the word no in a row of cells does not", () => {
    expect(countKnownHeads(["Number", "Comment"])).toBe(1);
    expect(countKnownHeads(["Number", "Quantity"])).toBe(1);
    expect(countKnownHeads(["100001", "no", "#"])).toBe(0);
  });
});

describe("a column that is called Product", () => {
  it("holds ids where at least four of five are numbers", () => {
    const cells = [["1"], ["#2"], [" ٣ "], ["4"]];
    expect(guess(["Product"], ...cells, ["Card"])).toEqual({ productId: 0 });
    expect(guess(["Product"], ...cells.slice(1), ["Card"])).toEqual({ name: 0 });
    for (const cell of ["#1x", "x1", "##1", "#"]) expect(guess(["Product"], [cell])).toEqual({ name: 0 });
  });

  it("holds names if another holds the ids", () => {
    expect(guess(["Product", "SKU"], ["2048", "7"])).toEqual({ name: 0, productId: 1 });
  });

  it("stays where it is in a table without rows", () => {
    expect(guess(["Product"])).toEqual({ name: 0 });
  });
});

describe("what a table's columns are remembered by", () => {
  it("is the same for names that are written otherwise, in the same order", () => {
    expect(headSignature(["Währung", " Product ID"])).toBe("wahrung|product id");
    expect(headSignature(["WÄHRUNG", "product-id"])).toBe("wahrung|product id");
    expect(headSignature(["product-id", "WÄHRUNG"])).not.toBe("wahrung|product id");
  });

  it("is nothing for a table without names", () => expect(headSignature(null)).toBeNull());
});

describe("the columns of a whole table", () => {
  it.each<[string[], object]>([
    [
      ["Product ID,Amount,Quantity,Country", "100001,25.00,2,DE"],
      { productId: 0, amount: 1, quantity: 2, country: 3 },
    ],
    [
      ["Menge,Artikel,Preis,Land,Währung", "2,Nordwind,25.00,DE,EUR"],
      { quantity: 0, name: 1, amount: 2, country: 3, currency: 4 },
    ],
    [["Product,Qté", "100001,2"], { productId: 0, quantity: 1 }],
    [["Product,Qté", "Nordwind card,2"], { name: 0, quantity: 1 }],
    [["100001,25.00,2,DE", "100002,10.00,1,AT"], { productId: 0, amount: 1, quantity: 2, country: 3 }],
    [["100001,2", "100002,1"], { productId: 0, quantity: 1 }],
    [["Nordwind card,25.00,2", "Other card,30.00,1"], { name: 0, amount: 1, quantity: 2 }],
    [["100001"], { productId: 0 }],
    [["Order total,Qty,SKU", "50.00,2,100001"], { quantity: 1, productId: 2 }],
  ])("%j are guessed", (lines, mapping) => {
    const { table } = readSeparated(lines.join("\n"), { separator: "," });
    expect(guessColumns(table, guessHasHeads(table))).toStrictEqual(mapping);
  });
});
