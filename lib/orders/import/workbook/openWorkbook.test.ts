import { describe, expect, it } from "vitest";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { openWorkbook } from "./openWorkbook.ts";
import { sheetXml, workbookParts, zipOf } from "./parts.testing.ts";

const MACROS = "This workbook holds macros, which are not read. Save it as XLSX without macros, or as CSV.";
const NO_WORKBOOK = "This file is not an XLSX workbook. Save the table as XLSX or CSV.";
const BINARY = "This kind of workbook can't be read. Save it as XLSX or CSV.";
const RELS = "xl/_rels/workbook.xml.rels";

const one = sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>');
const shared = sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>');
const dated = sheetXml('<row r="1"><c r="A1" s="0"><v>45000</v></c></row>');
const strings = (text: string) => `<sst>x<si>y<t>${text}</t></si>z</sst>`;
const DATES = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
const relations = (...links: string[]) => `<Relationships>${links.join("")}</Relationships>`;
const link = (id: string, type: string, target: string, more = "") =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"${more}/>`;

const open = async (parts: Record<string, string>) => openWorkbook(await zipOf(parts));
const without = (name: string, parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).filter(([each]) => each !== name));
const firstCell = async (parts: Record<string, string>, sheet = 0) => {
  const { rows } = await (await open(parts)).readSheet(sheet);
  return rows[0]?.cells[0];
};

describe("the sheets of a workbook", () => {
  it("are told by name, with those that are hidden", async () => {
    const parts = workbookParts({ A: one });
    parts["xl/workbook.xml"] =
      '<workbook><sheets><sheet name="A" state="visible"/><sheet state="hidden"/><sheet name="C" state="veryHidden"/><sheet name="D"/></sheets></workbook>';
    expect((await open(parts)).sheets).toEqual([
      { name: "A", isHidden: false },
      { name: "", isHidden: true },
      { name: "C", isHidden: true },
      { name: "D", isHidden: false },
    ]);
  });

  it("are offered up to a limit", async () => {
    const all = Array.from({ length: IMPORT_LIMITS.sheets + 1 }, (_, at) => [`S${at}`, one]);
    const opened = await open(workbookParts(Object.fromEntries(all)));
    expect(opened.sheets).toHaveLength(IMPORT_LIMITS.sheets);
    expect((await opened.readSheet(IMPORT_LIMITS.sheets - 1)).rows).toHaveLength(1);
    await expect(opened.readSheet(IMPORT_LIMITS.sheets)).rejects.toThrow(NO_WORKBOOK);
  });

  it("are each read by itself, again and again", async () => {
    const opened = await open(
      workbookParts({ A: one, B: shared }, { "xl/sharedStrings.xml": strings("text") }),
    );
    const read = async (sheet: number) => (await opened.readSheet(sheet)).rows[0]?.cells[0];
    expect([await read(0), await read(1), await read(1), await read(0)]).toEqual(["1", "text", "text", "1"]);
  });

  it.each(["worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml", "./worksheets/../worksheets//sheet1.xml"])(
    "are found from the folder of the workbook, or from the root: %s",
    async (target) => {
      const rels = relations(link("other", "worksheet", "none.xml"), link("rId1", "worksheet", target));
      expect(await firstCell(workbookParts({ A: one }, { [RELS]: rels }))).toBe("1");
    },
  );

  it.each([
    ["a sheet that nothing refers to", relations()],
    ["a sheet whose reference leads nowhere", relations('<Relationship Id="rId1"/>')],
    ["a sheet whose part is missing", relations(link("rId1", "worksheet", "none.xml"))],
    [
      "a sheet elsewhere",
      relations(link("rId1", "worksheet", "worksheets/sheet1.xml", ' TargetMode="External"')),
    ],
  ])("are refused when they are %s", async (_what, rels) => {
    await expect(firstCell(workbookParts({ A: one }, { [RELS]: rels }))).rejects.toThrow(NO_WORKBOOK);
  });

  it("are found by the reference alone, not by any other attribute", async () => {
    const parts = workbookParts({ rId2: one, B: shared });
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"]?.replace('r:id="rId1"', 'relation:id="rId1"') ?? "";
    expect(await firstCell(parts)).toBe("1");
  });
});

describe("the parts that sheets refer to", () => {
  const parts = (types: string[], more: Record<string, string>) =>
    workbookParts(
      { A: shared, B: dated },
      {
        [RELS]: relations(
          link("rId1", "worksheet", "worksheets/sheet1.xml"),
          link("rId2", "worksheet", "worksheets/sheet2.xml"),
          ...types,
        ),
        ...more,
      },
    );

  it("are where the workbook says", async () => {
    const own = parts([link("s", "sharedStrings", "texts.xml"), link("t", "styles", "/looks.xml")], {
      "xl/texts.xml": strings("own"),
      "looks.xml": DATES,
      "xl/sharedStrings.xml": strings("usual"),
    });
    expect(await firstCell(own)).toBe("own");
    expect((await (await open(own)).readSheet(1)).rows[0]?.cellKinds).toEqual({ 0: "date" });
  });

  it.each([
    ["does not say", []],
    [
      "says that they are elsewhere",
      [
        link("s", "sharedStrings", "texts.xml", ' TargetMode="External"'),
        link("t", "styles", "looks.xml", ' TargetMode="External"'),
      ],
    ],
    ["says nothing of their kind", ['<Relationship Target="texts.xml"/>']],
  ])("are where they usually are when the workbook %s", async (_what, types) => {
    const usual = parts(types, {
      "xl/sharedStrings.xml": strings("usual"),
      "xl/styles.xml": DATES,
      "xl/texts.xml": strings("never"),
    });
    expect(await firstCell(usual)).toBe("usual");
    expect((await (await open(usual)).readSheet(1)).rows[0]?.cellKinds).toEqual({ 0: "date" });
  });

  it("can be missing: a text that is nowhere is an error, and nothing is a date", async () => {
    const opened = await open(parts([], {}));
    expect((await opened.readSheet(0)).rows[0]).toMatchObject({
      cells: ["#REF!"],
      cellKinds: { 0: "error" },
    });
    expect((await opened.readSheet(1)).rows[0]).toEqual({ row: 1, cells: ["45000"] });
  });
});

describe("the texts that cells share", () => {
  it.each([
    ["<si><t>one</t></si>", "one"],
    ["<si><r><t>two </t></r>x<r><t>halves</t></r></si>", "two halves"],
    ["<si><t>word</t><rPh><t>hint</t></rPh><t>!</t>?</si>", "word!"],
    ["<si><t>a_x0041_</t></si>", "aA"],
    ["<si/>", undefined],
  ])("are what people see of them: %s", async (item, text) => {
    const xml = `<sst>${item}<si><t>next</t></si></sst>`;
    expect(await firstCell(workbookParts({ A: shared }, { "xl/sharedStrings.xml": xml }))).toBe(text);
  });

  it("start again with each", async () => {
    const second = shared.replace("<v>0</v>", "<v>1</v>");
    const xml = "<sst><si><t>first</t></si><si><t>second</t></si></sst>";
    expect(await firstCell(workbookParts({ A: second }, { "xl/sharedStrings.xml": xml }))).toBe("second");
  });
});

describe("the workbook itself", () => {
  it("can stand in any folder", async () => {
    const usual = workbookParts({ A: one });
    const moved = {
      "[Content_Types].xml": usual["[Content_Types].xml"] ?? "",
      "_rels/.rels": relations(
        link("0", "officeDocument", "http://elsewhere", ' TargetMode="External"'),
        '<Relationship Id="1" Target="none.xml"/>',
        link("2", "officeDocument", "/office/book.xml"),
      ),
      "office/book.xml": usual["xl/workbook.xml"] ?? "",
      "office/_rels/book.xml.rels": usual[RELS] ?? "",
      "office/worksheets/sheet1.xml": one,
    };
    expect(await firstCell(moved)).toBe("1");
  });

  it("is where it usually is when nothing says where", async () => {
    expect(await firstCell(without("_rels/.rels", workbookParts({ A: one })))).toBe("1");
    expect(await firstCell(without("[Content_Types].xml", workbookParts({ A: one })))).toBe("1");
  });

  it.each<[string, () => Record<string, string>, string]>([
    ["holds macros", () => workbookParts({ A: one }, { "xl/vbaProject.bin": "x" }), MACROS],
    ["holds macros elsewhere", () => workbookParts({ A: one }, { "other/VBAPROJECT.BIN": "x" }), MACROS],
    [
      "says that it holds macros",
      () =>
        workbookParts(
          { A: one },
          {
            "[Content_Types].xml":
              '<Types><Override/><Override ContentType="application/vnd.ms-excel.sheet.MACROENABLED.main+xml"/></Types>',
          },
        ),
      MACROS,
    ],
    ["is binary", () => workbookParts({ A: one }, { "xl/workbook.bin": "x" }), BINARY],
    ["is an OpenDocument table", () => workbookParts({ A: one }, { "content.xml": "<x/>" }), BINARY],
    ["has no sheets", () => workbookParts({}), NO_WORKBOOK],
    ["is missing", () => without("xl/workbook.xml", workbookParts({ A: one })), NO_WORKBOOK],
  ])("is refused when it %s", async (_what, make, message) => {
    await expect(open(make())).rejects.toThrow(message);
  });

  it.each(["xl/vbaProject.bin.rels", "xl/other/workbook.bin", "docs/content.xml"])(
    "is read although it has a part called %s",
    async (name) => expect(await firstCell(workbookParts({ A: one }, { [name]: "x" }))).toBe("1"),
  );
});
