import { describe, expect, it } from "vitest";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { XmlReader } from "./readXml.ts";
import { AS_STORED } from "./numberLook.ts";
import { SheetRows, unescaped } from "./sheetRows.ts";

const STRINGS = ["first", "second", ""];

function tableOf(...pieces: string[]): ImportTable {
  const rows = new SheetRows({
    sharedString: (index) => STRINGS[index],
    isDateStyle: (style) => style === 1,
    dateSystem: 1900,
    numberLook: () => AS_STORED,
    zeroLook: () => null,
    colorsOfString: () => [],
    isUnseen: () => false,
    textLook: () => AS_STORED,
    isConditionalFormat: () => false,
    isMarkedString: () => false,
    isStruck: () => false,
  });
  const reader = new XmlReader(rows);
  for (const piece of ["<sheetData>", ...pieces, "</sheetData>"]) reader.write(piece);
  reader.end();
  return rows.finish();
}
/** The only cell of a sheet, with its kind. */
const cellOf = (xml: string) => {
  const { rows, formulas } = tableOf(`<row>${xml}</row>`);
  return { text: rows[0]?.cells[0], kind: rows[0]?.cellKinds?.[0], formulas };
};
const text = (each: string) => ({ text: each, kind: undefined, formulas: 0 });
const OUT_OF_ORDER =
  "The rows or cells of this worksheet are out of order. Open it in a spreadsheet program and save it again.";

describe("a cell of a worksheet", () => {
  it.each([
    ["<c><v>12</v></c>", text("12")],
    ['<c t="n"><v>1.50</v></c>', text("1.5")],
    ['<c s="2"><v>12</v></c>', text("12")],
    ['<c t="s"><v>1</v></c>', text("second")],
    ['<c t="inlineStr"><is><t>In</t></is></c>', text("In")],
    ['<c t="inlineStr"><is><r><t>In </t></r><r><t>two</t></r></is></c>', text("In two")],
    ['<c t="inlineStr"><is><t>In</t><rPh><t>hint</t></rPh><t>!</t></is></c>', text("In!")],
    ['<c t="inlineStr"><is><t>a_x0041_b</t></is></c>', text("aAb")],
    ['<c t="str"><v>a_x0041_b</v></c>', text("aAb")],
    ['<c t="b"><v>1</v></c>', text("TRUE")],
    ['<c t="b"><v>true</v></c>', text("TRUE")],
    ['<c t="b"><v>0</v></c>', text("FALSE")],
    ["<c>\n  <v>12</v>\n</c>", text("12")],
    ["<c><v>12</v><ext>34</ext></c>", text("12")],
    ['<c t="str">x<v>12</v>y</c>', text("12")],
  ])("has the text that people see in it: %s", (xml, cell) => expect(cellOf(xml)).toEqual(cell));

  it.each([
    ['<c t="e"><v>#REF!</v></c>', "#REF!", "error"],
    ['<c t="s"><v>9</v></c>', "#REF!", "error"],
    ["<c><v>12x</v></c>", "#NUM!", "error"],
    ['<c t="d"><v>2026-11-23</v></c>', "2026-11-23", "date"],
    ['<c s="1"><v>45000</v></c>', "2023-03-15", "date"],
    ["<c><v>1.234</v></c>", "1.234", "three-decimals"],
    ["<c><v>12.3456</v></c>", "12.3456", undefined],
    ["<c><v>1234</v></c>", "1234", undefined],
  ])("has a kind where its text alone would mislead: %s", (xml, cell, kind) => {
    expect(cellOf(xml)).toEqual({ text: cell, kind, formulas: 0 });
  });

  it.each([
    ["<c><f>1+1</f><v>2</v></c>", "2", undefined],
    ["<c><f>1+1</f></c>", "", "unknown-result"],
    ["<c><f>1+1</f><v></v></c>", "", "unknown-result"],
    ['<c t="str"><f>A1</f></c>', "", "unknown-result"],
    ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', "#DIV/0!", "error"],
  ])("with a formula has its last result, and is counted: %s", (xml, cell, kind) => {
    expect(cellOf(xml)).toEqual({ text: cell, kind, formulas: 1 });
  });

  it("with a formula whose result is an empty text is empty", () => {
    expect(tableOf('<row><c t="str"><f>A1</f><v></v></c></row>')).toMatchObject({ rows: [], formulas: 1 });
  });

  it.each([
    "<c/>",
    '<c t="s"/>',
    '<c t="b"/>',
    "<c><v></v></c>",
    '<c t="s"><v>2</v></c>',
    '<c t="str"><v></v></c>',
    '<c t="inlineStr"/>',
    "<v>7</v>",
    "<t>x</t>",
  ])("can be empty: %s", (xml) =>
    expect(tableOf(`<row>${xml}</row>`)).toMatchObject({ rows: [], formulas: 0 }),
  );

  it("does not include text around it", () => {
    expect(tableOf("<row>x<c><v>1</v></c>y<v>2</v></row>z").rows.map(({ cells }) => cells)).toEqual([["1"]]);
    expect(tableOf("<row><c><c><v>1</v></c></c></row>").rows[0]?.cells).toEqual(["", "1"]);
    expect(tableOf("<row><rPh/><c><v>1</v></c><f>1</f><rPh></rPh></row>").rows).toHaveLength(1);
    expect(tableOf("<row><rPh><c><v>1</v></c></rPh></row>")).toMatchObject({ rows: [{ cells: ["1"] }] });
  });

  it("keeps its text when it arrives in pieces", () => {
    expect(tableOf('<row><c t="inlineStr"><is><t>one', " two</t></is></c></row>").rows[0]?.cells).toEqual([
      "one two",
    ]);
  });
});

describe("the columns of a worksheet", () => {
  it.each([
    ["A1", 0],
    ["Z1", 25],
    ["AA1", 26],
    ["BC12", 54],
    ["GR1", 199],
  ])("are read from references: %s", (reference, column) => {
    const { cells } = tableOf(`<row><c r="${reference}"><v>1</v></c></row>`).rows[0] ?? { cells: [] };
    expect(cells).toEqual([...Array.from({ length: column }, () => ""), "1"]);
  });

  it("follow one another if there are no references", () => {
    const row = '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c/><c><v>3</v></c></row>';
    expect(tableOf(row, "<row><c><v>4</v></c></row>").rows.map(({ cells }) => cells)).toEqual([
      ["1", "", "2", "", "3"],
      ["4"],
    ]);
  });

  it.each(["1", "A", "A1B", "xA1", "ABCD1", "a1", ""])(
    "are refused where a reference is none: %j",
    (reference) => {
      expect(() => tableOf(`<row><c r="${reference}"><v>1</v></c></row>`)).toThrow(OUT_OF_ORDER);
    },
  );

  it("are at most 200, not counting empty cells", () => {
    expect(tableOf('<row><c><v>1</v></c><c r="GS1"/><c r="GS1"><v></v></c></row>').rows).toHaveLength(1);
    expect(() => tableOf('<row><c r="GS1"><v>1</v></c></row>')).toThrow(/more than 200 columns/);
  });
});

describe("the rows of a worksheet", () => {
  const row = (attributes: string, cells = "<c><v>1</v></c>") => `<row${attributes}>${cells}</row>`;

  it("have the numbers that a person sees, and those between them are blank", () => {
    const table = tableOf(row(' r="2"'), row(""), row(' r="5"', '<c t="str"><v> </v></c>'), row(' r="7"'));
    expect(table.rows.map((each) => each.row)).toEqual([2, 3, 7]);
    expect(table).toMatchObject({ blankRows: 4, separator: null, notes: [], hiddenRows: 0 });
    expect(tableOf(row(' r="3"', ""))).toMatchObject({ rows: [], blankRows: 0 });
  });

  it("are hidden where the workbook says so", () => {
    const table = tableOf(row(' hidden="1"'), row(' hidden="0"'), row(' hidden="true"'), row(""));
    expect(table.rows.map(({ hidden }) => hidden)).toEqual([true, undefined, true, undefined]);
    expect(table.hiddenRows).toBe(2);
  });

  it("are kept if a cell without a text is marked", () => {
    const table = tableOf(row("", "<c/><c><f>1</f></c><c s='1'><v>2</v></c>"));
    expect(table.rows).toEqual([
      { row: 1, cells: ["", "", "1900-01-02"], cellKinds: { 1: "unknown-result", 2: "date" } },
    ]);
  });

  it.each([' r="0"', ' r="-1"', ' r="1.5"', ' r="x"', ' r="1e99"'])(
    "are refused where a number is none: %s",
    (r) => {
      expect(() => tableOf(row(r))).toThrow(OUT_OF_ORDER);
    },
  );

  it("are refused if they are not in order", () => {
    expect(() => tableOf(row(' r="2"'), row(' r="2"'))).toThrow(OUT_OF_ORDER);
    expect(() => tableOf(row(' r="2"'), row(' r="1"'))).toThrow(OUT_OF_ORDER);
  });

  /** Rows with one cell each, passed to the handlers without XML. */
  const tell = (...texts: (string | null)[]) => {
    const rows = new SheetRows({
      sharedString: () => undefined,
      isDateStyle: () => false,
      dateSystem: 1900,
      numberLook: () => AS_STORED,
      zeroLook: () => null,
      colorsOfString: () => [],
      isUnseen: () => false,
      textLook: () => AS_STORED,
      isConditionalFormat: () => false,
      isMarkedString: () => false,
      isStruck: () => false,
    });
    for (const cell of texts) {
      rows.open("row", {});
      if (cell !== null) {
        rows.open("c", { t: "str" });
        rows.open("v", {});
        rows.text(cell);
        rows.close("v");
        rows.close("c");
      }
      rows.close("row");
    }
    return rows.finish();
  };

  it("are at most a hundred thousand, not counting blank ones", () => {
    const most = Array.from({ length: IMPORT_LIMITS.rows }, () => "1");
    expect(tell(...most, null).rows).toHaveLength(IMPORT_LIMITS.rows);
    expect(() => tell(...most, "1")).toThrow(/more than 100,000 rows/);
  });

  it("hold at most 64 million characters", () => {
    const half = "x".repeat(IMPORT_LIMITS.characters / 2);
    expect(tell(half, half).rows).toHaveLength(2);
    expect(() => tell(half, half, "1")).toThrow(
      "This workbook holds too much text. Keep the columns of the order, then try again.",
    );
  });
});

describe("characters that XML can't hold", () => {
  it.each([
    ["a_x000D_b", "a\rb"],
    ["_x0041__x00e9_", "Aé"],
    ["_x004_", "_x004_"],
    ["_x00410_", "_x00410_"],
    ["x0041_", "x0041_"],
    ["_X0041_", "_X0041_"],
    ["_x00G1_", "_x00G1_"],
    ["plain", "plain"],
  ])("are read as they were: %j", (given, read) => expect(unescaped(given)).toBe(read));
});
