import { describe, expect, it } from "vitest";
import { checkSource } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADS = `<row r="1">${["Product ID", "Quantity", "Amount", "Picture"].map(text).join("")}</row>`;
const row = (number: number, more = "") =>
  `<row r="${number}"${more}>${["101601", String(number), "25"].map(text).join("")}</row>`;
const ROWS = HEADS + [2, 3, 4].map((number) => row(number)).join("");

const PICTURE = '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1"/></xdr:nvPicPr></xdr:pic>';
const SHAPE = '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Rectangle 1"/></xdr:nvSpPr></xdr:sp>';
const corner = (name: string, column: number, columnOff: number, line: number, lineOff: number) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${columnOff}</xdr:colOff><xdr:row>${line}</xdr:row><xdr:rowOff>${lineOff}</xdr:rowOff></xdr:${name}>`;
type Corner = [column: number, columnOff: number, line: number, lineOff: number];
const between = (from: Corner, to: Corner, object = PICTURE) =>
  `<xdr:twoCellAnchor>${corner("from", ...from)}${corner("to", ...to)}${object}<xdr:clientData/></xdr:twoCellAnchor>`;
const from = (at: Corner, width: number, height: number) =>
  `<xdr:oneCellAnchor>${corner("from", ...at)}<xdr:ext cx="${width}" cy="${height}"/><xdr:pic><xdr:spPr><a:xfrm><a:ext cx="99999999" cy="99999999"/></a:xfrm></xdr:spPr></xdr:pic></xdr:oneCellAnchor>`;
const absolute = (x: number, y: number, width: number, height: number) =>
  `<xdr:absoluteAnchor><xdr:pos x="${x}" y="${y}"/><xdr:ext cx="${width}" cy="${height}"/>${SHAPE}</xdr:absoluteAnchor>`;

/** In EMU: a column and a row as wide and high as programs make them. */
const COLUMN = 609_600;
const ROW = 190_500;

async function check(drawing: string, sheet = sheetXml(ROWS), answered: string[] = []) {
  const parts = workbookParts(
    { Order: sheet },
    {
      "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
      "xl/drawings/drawing1.xml": `<xdr:wsDr>${drawing}</xdr:wsDr>`,
    },
  );
  return checkSource(
    { kind: "file", name: "o.xlsx", bytes: await zipOf(parts) },
    answered.length > 0 ? { answered } : {},
  );
}

describe("a picture or a drawing on a worksheet", () => {
  it.each([
    ["a picture over a cell", between([1, 0, 2, 0], [2, 0, 3, 0]), [3]],
    ["a shape over parts of cells", between([0, 300_000, 1, 90_000], [1, 300_000, 2, 90_000], SHAPE), [2, 3]],
    ["a chart", between([0, 0, 1, 0], [9, 0, 9, 0], "<xdr:graphicFrame/>"), [2, 3, 4]],
    ["a line", between([0, 0, 2, 95_000], [3, 0, 2, 95_000], "<xdr:cxnSp/>"), [3]],
    [
      "ink",
      `<mc:AlternateContent><mc:Choice>${between([0, 0, 3, 0], [3, 0, 4, 0], "<xdr14:contentPart/>")}</mc:Choice></mc:AlternateContent>`,
      [4],
    ],
    ["one with a size", from([0, 0, 1, 0], COLUMN, ROW * 2), [2, 3]],
    ["one with a place and a size", absolute(COLUMN, ROW * 2, COLUMN, ROW), [3]],
    ["over the names of the columns", between([0, 0, 0, 0], [3, 0, 1, 0]), [1]],
  ])("that covers filled cells is asked about once, and no total is shown: %s", async (_, drawing, rows) => {
    const { questions, verdict } = await check(drawing);
    expect(questions).toMatchObject([{ kind: "covered-rows", rows: { first: rows, count: rows.length } }]);
    const answered = questions.map(({ id }) => id);
    expect((await check(drawing, sheetXml(ROWS), answered)).questions).toEqual([]);
    expect(verdict.good).toHaveLength(3);
  });

  it.each([
    ["beside the table", between([4, 0, 1, 0], [9, 0, 9, 0])],
    ["below it", between([0, 0, 4, 0], [9, 0, 9, 0])],
    ["in a column of its own", between([3, 0, 1, 0], [4, 0, 2, 0])],
    ["that touches the cells before and behind it", between([3, -9, 1, 0], [4, 9_525, 4, 9_525])],
    ["that begins at the end of the last cell", between([2, COLUMN - 9_525, 3, ROW - 9_525], [9, 0, 9, 0])],
    ["with a size, beside the table", from([3, 0, 1, 0], COLUMN, ROW)],
    ["with a place, below the table", absolute(0, ROW * 4, COLUMN, ROW)],
    [
      "that is hidden",
      between([0, 0, 1, 0], [3, 0, 4, 0], PICTURE.replace("<xdr:cNvPr ", '<xdr:cNvPr hidden="1" ')),
    ],
    ["of no width", between([1, 0, 1, 0], [1, 0, 3, 0])],
  ])("is none %s", async (_, drawing) => {
    expect((await check(drawing)).questions).toEqual([]);
  });

  it("is where wide columns, high and hidden rows put it", async () => {
    const wide = `<worksheet><sheetFormatPr defaultRowHeight="30"/><cols><col min="1" max="1" width="40"/></cols><sheetData>${HEADS}${row(2, ' hidden="1"')}${row(3)}${row(4, ' ht="60"')}</sheetData></worksheet>`;
    const answered = ["hidden rows 1 2"];
    const at = async (x: number, y: number, width: number, height: number) =>
      (await check(absolute(x, y, width, height), wide, answered)).questions.map((question) =>
        question.kind === "covered-rows" ? question.rows.first : question.kind,
      );
    expect(await at(0, ROW * 2, COLUMN, ROW * 2)).toEqual([[3]]);
    expect(await at(0, ROW * 4, COLUMN, ROW * 4)).toEqual([[4]]);
    expect(await at(0, ROW * 8, COLUMN, ROW)).toEqual([]);
    expect(await at(COLUMN * 8, 0, COLUMN, ROW * 20)).toEqual([]);
  });

  it("is refused among more than any real worksheet has, however large they are", async () => {
    const far = absolute(0, 190_500_000_000, 1, 1);
    expect((await check(far)).questions).toEqual([]);
    await expect(check(from([0, 0, 0, 0], 1, 1).repeat(20_001))).rejects.toThrow("too many pictures");
  });
});
