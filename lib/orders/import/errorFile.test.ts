import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { RowValues } from "./checkRow.ts";
import { checkTable, type BadRow } from "./checkTable.ts";
import { guessColumns, guessHasHeads, type ColumnMapping } from "./columns.ts";
import { csvFile, errorFile, reasonOf, TEMPLATE_HEADS, TEMPLATE_ROWS } from "./errorFile.ts";
import { readSeparated } from "./readSeparated.ts";
import { catalogOf, importRow, nothing, OPEN } from "./testing.ts";

const problemsOf = (problems: BadRow["verdict"]["problems"]): BadRow["verdict"] => ({
  ok: false,
  problems,
  candidates: [],
  nearest: [],
  currency: null,
});
const rowWith = (values: Partial<RowValues>) => importRow(values, { row: 3 });
const bad = (cells: string[], values: Partial<RowValues> = {}): BadRow => ({
  row: rowWith(values),
  cells,
  verdict: problemsOf({ amount: "Too small." }),
});
const linesOf = (rows: BadRow[], heads: string[] | null, mapping: ColumnMapping) =>
  errorFile({ bad: rows, width: null }, heads, mapping).replace("\ufeff", "").trim().split("\r\n");

describe("a CSV file for spreadsheets", () => {
  it("says how it is encoded, and ends each row as they do", () => {
    expect(
      csvFile([
        ["a", "b;c"],
        ['say "hi"', "d,e"],
      ]),
    ).toBe('\ufeffa,b;c\r\n"say ""hi""","d,e"\r\n');
  });

  it.each(["=1+1", "+49", "-5", "@SUM(A1)", "\t=1", " =1", "＝1", "\u200e=1"])(
    "never holds %j as a formula",
    (cell) => {
      const line = csvFile([[cell]]).slice(1);
      expect(line.replaceAll('"', "").startsWith("'")).toBe(true);
    },
  );
});

describe("the reasons of a row", () => {
  it("are all its problems in one text", () => {
    const verdict = problemsOf({ amount: "Too small.", quantity: "Not whole." });
    expect(reasonOf({ row: importRow({}), verdict })).toBe("Too small. Not whole.");
  });
});

describe("the columns of the template", () => {
  it("are all recognised when it comes back", () => {
    const { table } = readSeparated(csvFile([TEMPLATE_HEADS, ...TEMPLATE_ROWS]));
    expect(guessHasHeads(table)).toBe(true);
    expect(Object.keys(guessColumns(table, true))).toHaveLength(TEMPLATE_HEADS.length);
  });

  it("come with sample rows that buy nothing, whatever the catalog has", async () => {
    const { table } = readSeparated(csvFile([TEMPLATE_HEADS, ...TEMPLATE_ROWS]));
    const settings = {
      hasHeads: true,
      mapping: guessColumns(table, true),
      leaveOutHidden: false,
      answered: [],
    };
    const checked = await checkTable(table, settings, catalogOf([product(1), OPEN]), nothing);
    expect([checked.good.length, checked.bad.length]).toEqual([0, TEMPLATE_ROWS.length]);
  });
});

describe("the file of the rows that need work", () => {
  it("holds all their cells, row numbers and reasons, and is recognised when it comes back", async () => {
    const { table } = readSeparated(
      "Our ref;Product ID;Betrag;Menge\nA1;1;10,00;1\nA2;99;10,00;1\nA3;2;26,00;x\n",
    );
    const mapping = guessColumns(table, true);
    const settings = { hasHeads: true, mapping, leaveOutHidden: false, answered: [] };
    const checked = await checkTable(table, settings, catalogOf([product(1), OPEN]), nothing);
    const file = errorFile(checked, table.rows[0]?.cells ?? null, mapping);
    const back = readSeparated(file).table;
    expect(back.rows.map(({ cells }) => cells.toSpliced(4, 1))).toEqual([
      ["Our ref", "Product ID", "Betrag", "Menge", "Row"],
      ["A2", "99", "10,00", "1", "3"],
      ["A3", "2", "26,00", "x", "4"],
    ]);
    expect(back.rows[2]?.cells[4]).toMatch(/steps of €5.00.*whole number/);
    expect(guessColumns(back, true)).toEqual(mapping);
  });

  it("names the columns of a table that does not, as far as they are known", () => {
    expect(
      linesOf([bad(["1", "x", "5"], { productId: "1", amount: "5" })], null, { productId: 0, amount: 2 }),
    ).toEqual(["Product ID,Column B,Amount,Reason,Row", "1,x,5,Too small.,3"]);
  });

  it("is as wide as its widest row, or the names of the columns", () => {
    const mapping = { productId: 0, quantity: 1 };
    expect(
      linesOf(
        [bad(["1"], { productId: "1" }), bad(["2", "1", "z"], { productId: "2" })],
        ["A", "B"],
        mapping,
      ),
    ).toEqual(["Product ID,Quantity,Column C,Reason,Row", "1,1,,Too small.,3", "2,1,z,Too small.,3"]);
    expect(linesOf([bad(["1"], { productId: "1" })], ["A", "B", "C"], mapping)).toEqual([
      "Product ID,Quantity,C,Reason,Row",
      "1,1,,Too small.,3",
    ]);
    expect(linesOf([], ["A"], mapping)).toEqual(["Product ID,Reason,Row"]);
  });

  it("holds the values as they are now, not as they were in the table", () => {
    const [, line] = linesOf([bad(["1", "5"], { productId: "2", amount: "7" })], null, {
      productId: 0,
      amount: 1,
    });
    expect(line).toBe("2,7,Too small.,3");
  });

  it("has a column more for a field that was filled in while fixing", () => {
    const rows = [
      bad(["1"], { productId: "1" }),
      bad(["2"], { productId: "2", quantity: "3", country: "DE" }),
    ];
    expect(linesOf(rows, null, { productId: 0 })).toEqual([
      "Product ID,Quantity,Country,Reason,Row",
      "1,1,,Too small.,3",
      "2,3,DE,Too small.,3",
    ]);
    const filled = linesOf(rows, null, { productId: 0, quantity: 1, country: 2 });
    expect(filled[0]).toBe("Product ID,Reason,Row");
  });
});
