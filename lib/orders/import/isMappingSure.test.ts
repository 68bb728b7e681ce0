import { describe, expect, it } from "vitest";
import { guessColumns } from "./columns.ts";
import type { TableSummary } from "./importMessages.ts";
import { isMappingSure } from "./isMappingSure.ts";
import { readSeparated } from "./readSeparated.ts";

function isSure(text: string, more: Partial<TableSummary> = {}, hasHeads = true): boolean {
  const { table } = readSeparated(text);
  const first = table.rows.map(({ cells }) => cells);
  const mapping = guessColumns(table, hasHeads);
  const summary: TableSummary = {
    sheets: [],
    sheet: null,
    separator: ";",
    encodings: [],
    encoding: null,
    rowCount: first.length,
    columnCount: Math.max(...first.map(({ length }) => length)),
    first,
    blankRows: 0,
    titleRows: 0,
    hiddenRows: 0,
    formulas: 0,
    notes: [],
    hasHeads,
    guesses: { withHeads: mapping, withoutHeads: mapping },
    ...more,
  };
  return isMappingSure(summary, { hasHeads, mapping });
}

const ROW = "1;Orbit;2\n";

describe("what the columns of a table mean", () => {
  it("is sure where each heading is the name of a field, with the product and the quantity", () => {
    expect(isSure(`Product ID;Name;Qty\n${ROW}`)).toBe(true);
    expect(isSure("Produkt;Menge\nOrbit;2\n")).toBe(true);
  });

  it("is not sure with another heading, without a heading, and without the quantity", () => {
    expect(isSure(`Product ID;Remark;Qty\n${ROW}`)).toBe(false);
    expect(isSure(`Product ID;;Qty\n${ROW}`)).toBe(false);
    expect(isSure("Product ID;Amount\n1;10\n")).toBe(false);
    expect(isSure(ROW + ROW, {}, false)).toBe(false);
    expect(isSure(`Product ID;Name;Qty\n${ROW}1;Orbit;2;x\n`)).toBe(false);
    expect(isSure(`Amount;Price;Product;Qty\n1;1;Orbit;2\n`)).toBe(false);
  });

  it("is not sure where the table can be read in several ways, or something of it is noted", () => {
    const heads = `Product ID;Name;Qty\n${ROW}`;
    const sheets = ["One", "Two"].map((name) => ({ name, isHidden: false }));
    expect(isSure(heads, { sheets })).toBe(false);
    expect(isSure(heads, { notes: ["A note."] })).toBe(false);
    expect(isSure(heads, { hiddenRows: 1 })).toBe(false);
  });
});
