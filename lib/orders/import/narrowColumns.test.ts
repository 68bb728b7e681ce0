import { describe, expect, it } from "vitest";
import { openQuestions, withAnswer } from "./questions.ts";
import { checkSource } from "./testing.ts";
import { workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const HEADS = `<row r="1">${["Product ID", "Quantity", "Amount", "Note"].map(text).join("")}</row>`;
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.00 &quot;SAR&quot;"/></numFmts><cellXfs><xf/><xf numFmtId="2"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs></styleSheet>';

type Given = {
  quantity?: string;
  amount?: string;
  columns?: string;
  before?: string;
  after?: string;
  row?: string;
};

/** A table whose second column has a width. */
async function check(width: string | null, given: Given = {}) {
  const {
    quantity = number("200"),
    amount = number("25"),
    columns = "",
    before = "",
    after = "",
    row = "",
  } = given;
  const own = width === null ? columns : `<col min="2" max="2" width="${width}" customWidth="1"/>`;
  const cols = own === "" ? "" : `<cols>${own}</cols>`;
  const sheet = `<worksheet>${before}${cols}<sheetData>${HEADS}<row r="2"${row}>${number("101601")}${quantity}${amount}</row></sheetData>${after}</worksheet>`;
  const parts = workbookParts({ Order: sheet }, { "xl/styles.xml": STYLES });
  return checkSource({ kind: "file", name: "o.xlsx", bytes: await zipOf(parts) });
}

describe("a column that is too narrow for its numbers", () => {
  it.each([
    ["a number", "1.7", {}],
    ["a number in a column that is hardly seen", "0.8", {}],
    ["a large number", "4", { quantity: number("20000") }],
    ["a number that its format makes longer", "3.5", { quantity: number("25", 1) }],
    ["a number with its currency", "6", { quantity: number("25", 2) }],
    ["a number as text, of which the end is cut off", "2", { quantity: text("200") }],
    ["a number of pieces", "3", { quantity: text("200 pcs") }],
  ])("is asked about like a hidden one: %s", async (_, width, given) => {
    const { questions, settings, table } = await check(width, given);
    expect(questions).toMatchObject([
      { kind: "narrow-column", field: "quantity", column: 1, rows: { first: [2], count: 1 } },
    ]);
    const [asked] = questions;
    const answered = withAnswer(settings, asked?.id ?? "");
    expect(openQuestions(table, answered)).toEqual([]);
  });

  it("is asked about by the width that all columns have", async () => {
    const { questions } = await check(null, { before: '<sheetFormatPr defaultColWidth="4"/>' });
    expect(questions).toMatchObject([{ kind: "narrow-column", field: "productId", column: 0 }]);
  });

  it.each([
    ["wide enough", "4", {}],
    ["as wide as programs make it", "8.43", { quantity: number("12345678") }],
    ["with a point between digits", "5.5", { quantity: number("25.50") }],
    ["without a field", null, { columns: '<col min="4" max="4" width="1"/>' }],
    ["for words", "3", { quantity: text("two hundred") }],
    [
      "for a cell that is merged with the next one",
      "2",
      { after: '<mergeCells><mergeCell ref="B2:C2"/></mergeCells>', amount: "" },
    ],
    ["for a cell that is refused anyway", "2", { quantity: number("45000", 3) }],
  ])("asks nothing if it is %s", async (_, width, given) => {
    expect((await check(width, given)).questions).toEqual([]);
  });

  it("is asked about only as hidden if it is, and not for a hidden row", async () => {
    const hidden = '<col min="2" max="2" width="1" hidden="1"/>';
    expect((await check(null, { columns: hidden })).questions.map(({ kind }) => kind)).toEqual([
      "hidden-column",
    ]);
    expect((await check("1", { row: ' hidden="1"' })).questions.map(({ kind }) => kind)).toEqual([
      "hidden-rows",
    ]);
  });
});
