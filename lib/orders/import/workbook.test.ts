import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workbookFile } from "#lib/files/workbookFile.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { openSource } from "./openSource.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const open = (bytes: Uint8Array, name = "orders.xlsx") => openSource({ kind: "file", name, bytes });
const read = async (rows: string, more: Record<string, string> = {}) =>
  (await (await open(await zipOf(workbookParts({ Orders: sheetXml(rows) }, more)))).read({})).table;
const cellsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).rows.map(({ cells }) => cells);
const cell = (reference: string, value: string, more = "") =>
  `<c r="${reference}"${more}><v>${value}</v></c>`;

describe("a workbook", () => {
  it("that we write is read cell by cell", async () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "grapheme", maxLength: 8 }));
    const storable = text.filter((each) => each.isWellFormed() && !/[\r\n]/.test(each));
    const value = fc.oneof(
      storable,
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 0, max: 1e7 }).map((n) => n / 100),
    );
    const tables = fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(tables, async (given) => {
        const table = [["Product ID"], ...given];
        const bytes = await workbookFile({
          name: "Orders",
          columns: [{ head: "Product ID", width: 10 }],
          rows: () =>
            given.map((row) =>
              row.map((each) => (typeof each === "string" ? each : { number: each, decimals: 2 })),
            ),
        });
        const { table: found } = await (await open(bytes)).read({});
        const expected = table
          .map((row) => row.map(String))
          .filter((row) => row.some((each) => each.trim() !== ""))
          .map((row) => row.slice(0, row.findLastIndex((each) => each !== "") + 1));
        expect(found.rows.map(({ cells }) => cells)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("gives shared, formatted and inline texts, and names with a prefix, as they are shown", async () => {
    const shared = `<sst><si><t>One</t></si><si><r><t>Two </t></r><r><t>halves</t></r><rPh><t>hint</t></rPh></si><si><t>a_x000A_b</t></si></sst>`;
    expect(
      await cellsOf(
        `<row r="1">${cell("A1", "1", ' t="s"')}${cell("C1", "0", ' t="s"')}${cell("D1", "2", ' t="s"')}</row>` +
          `<row r="3"><c r="B3" t="inlineStr"><is><t>In</t></is></c><c r="C3" t="b"><v>1</v></c></row>`,
        { "xl/sharedStrings.xml": shared },
      ),
    ).toEqual([
      ["Two halves", "", "One", "a\nb"],
      ["", "In", "TRUE"],
    ]);
    const prefixed = sheetXml(`<row r="1">${cell("A1", "7")}</row>`)
      .replaceAll(/<(\/?)(?!\?)/g, "<$1x:")
      .replace("xmlns=", "xmlns:x=");
    const opened = await open(await zipOf(workbookParts({ S: prefixed })));
    expect((await opened.read({})).table.rows[0]?.cells).toEqual(["7"]);
  });

  it("says which cells are dates, errors and formulas without a result, and counts formulas and hidden rows", async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00&quot; days&quot;"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const table = await read(
      `<row r="1" hidden="1">${cell("A1", "45000", ' s="1"')}${cell("B1", "2", ' s="2"')}${cell("C1", "3", ' s="3"')}</row>` +
        `<row r="2"><c r="A2" t="e"><v>#REF!</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2"><f>1+1</f></c>${cell("D2", "1.234")}</row>`,
      { "xl/styles.xml": styles },
    );
    expect(table.rows).toEqual([
      {
        row: 1,
        hidden: true,
        cells: ["2023-03-15", "2 days", "1900-01-03"],
        cellKinds: { 0: "date", 2: "date" },
      },
      {
        row: 2,
        cells: ["#REF!", "2", "", "1.234"],
        cellKinds: { 0: "error", 2: "unknown-result", 3: "three-decimals" },
      },
    ]);
    expect(table).toMatchObject({ formulas: 2, hiddenRows: 1, blankRows: 0 });
  });

  it("offers its sheets, begins with the first visible one that has rows, and reads the one chosen", async () => {
    const parts = workbookParts({
      Notes: sheetXml(`<row r="1">${cell("A1", "1")}</row>`),
      Empty: sheetXml(""),
      Orders: sheetXml(`<row r="1">${cell("A1", "3")}</row>`),
    });
    parts["xl/workbook.xml"] =
      parts["xl/workbook.xml"]?.replace('name="Notes"', 'name="Notes" state="hidden"') ?? "";
    const opened = await open(await zipOf(parts));
    expect(opened.sheets).toEqual([
      { name: "Notes", isHidden: true },
      { name: "Empty", isHidden: false },
      { name: "Orders", isHidden: false },
    ]);
    expect(await opened.read({})).toMatchObject({ sheet: 2, table: { rows: [{ cells: ["3"] }] } });
    expect(await opened.read({ sheet: 0 })).toMatchObject({ table: { rows: [{ cells: ["1"] }] } });
  });
});

describe("a hostile workbook is refused with words", () => {
  const bomb = sheetXml(`<row r="1"><c r="A1"><v>1</v></c></row>${" ".repeat(30 * 1024 * 1024)}`);
  it.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ["that unpacks to far more than it is", () => zipOf(workbookParts({ S: bomb })), /unpacks to far more/],
    [
      "that holds macros",
      () => zipOf(workbookParts({ S: sheetXml("") }, { "xl/vbaProject.bin": "x" })),
      /macros/,
    ],
    [
      "that says it holds macros",
      () =>
        zipOf(
          workbookParts(
            { S: sheetXml("") },
            {
              "[Content_Types].xml": `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>`,
            },
          ),
        ),
      /macros/,
    ],
    [
      "with a document type and entities",
      () =>
        zipOf(
          workbookParts({
            S: `<!DOCTYPE x [<!ENTITY a "boo"><!ENTITY b SYSTEM "file:///etc/passwd">]>${sheetXml("<row r='1'><c r='A1'><v>&a;&b;</v></c></row>").slice(38)}`,
          }),
        ),
      /damaged/,
    ],
    [
      "with a document type, even one that is not used",
      () =>
        zipOf(
          workbookParts({
            S: `<!DOCTYPE worksheet>${sheetXml("<row r='1'><c r='A1'><v>1</v></c></row>").slice(38)}`,
          }),
        ),
      /damaged/,
    ],
    [
      "with an entity nobody defined",
      () =>
        zipOf(
          workbookParts({
            S: sheetXml("<row r='1'><c r='A1' t='inlineStr'><is><t>&boo;</t></is></c></row>"),
          }),
        ),
      /damaged/,
    ],
    [
      "that refers to a sheet elsewhere",
      () => {
        const parts = workbookParts({ S: sheetXml("") });
        const rels = "xl/_rels/workbook.xml.rels";
        parts[rels] =
          parts[rels]?.replace('Target="worksheets', 'TargetMode="External" Target="http://evil.example') ??
          "";
        return zipOf(parts);
      },
      /not an XLSX workbook/,
    ],
    [
      "with a million columns",
      () => zipOf(workbookParts({ S: sheetXml(`<row r="1">${cell("XFD1", "1")}</row>`) })),
      /more than 200 columns/,
    ],
    [
      "with rows out of order",
      () =>
        zipOf(
          workbookParts({
            S: sheetXml(`<row r="2">${cell("A2", "1")}</row><row r="1">${cell("A1", "1")}</row>`),
          }),
        ),
      /out of order/,
    ],
    [
      "with too many rows",
      () =>
        zipOf(
          workbookParts({
            S: sheetXml(
              Array.from(
                { length: IMPORT_LIMITS.rows + 1 },
                (_, at) => `<row><c><v>${at}</v></c></row>`,
              ).join(""),
            ),
          }),
        ),
      /more than 100,000 rows/,
    ],
    ["that is a zip file of something else", () => zipOf({ "readme.txt": "hello" }), /not an XLSX workbook/],
    ["that is an OpenDocument table", () => zipOf({ "content.xml": "<x/>" }), /can't be read/],
    [
      "that breaks off",
      async () => (await zipOf(workbookParts({ S: sheetXml("") }))).slice(0, 300),
      /not an XLSX workbook/,
    ],
    [
      "whose sheet breaks off",
      () => zipOf(workbookParts({ S: sheetXml(`<row r="1">${cell("A1", "1")}</row>`).slice(0, -20) })),
      /damaged/,
    ],
  ])("%s", async (_what, make, message) => {
    const reading = make().then(async (bytes) => (await open(bytes)).read({}));
    await expect(reading).rejects.toThrow(message);
  });
});
