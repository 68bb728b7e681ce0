import { describe, expect, it } from "vitest";
import { errorFile } from "./errorFile.ts";
import { withCellsAccepted } from "./fixRow.ts";
import { checkSource } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const THEME =
  '<a:theme><a:themeElements><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="1F497D"/></a:dk2><a:lt2><a:srgbClr val="EEECE1"/></a:lt2><a:accent1><a:srgbClr val="4F81BD"/></a:accent1></a:clrScheme></a:themeElements></a:theme>';
const text = (value: string, more = "") => `<c t="inlineStr"${more}><is><t>${value}</t></is></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join("")}</row>`;
const HEADS = row(1, text("Product ID"), text("Quantity"), text("Amount"), text("Note"));

/** A workbook whose second row has the style 1 in one of its cells; the fonts and fills are those of this style. */
function styled(font: string, fill = '<patternFill patternType="none"/>', column = 1, more = {}) {
  const cells = ["101601", "2", "25", "a note"].map((value, at) =>
    text(value, at === column ? ' s="1"' : ""),
  );
  const styles = `<styleSheet><fonts><font/><font>${font}</font></fonts><fills><fill><patternFill patternType="none"/></fill><fill>${fill}</fill></fills><cellXfs><xf fontId="0" fillId="0"/><xf fontId="1" fillId="1"/></cellXfs></styleSheet>`;
  return workbookParts(
    { Order: sheetXml(HEADS + row(2, ...cells)) },
    { "xl/styles.xml": styles, "xl/theme/theme1.xml": THEME, ...more },
  );
}

const check = async (parts: Record<string, string>, answered: string[] = []) =>
  checkSource(
    { kind: "file", name: "o.xlsx", bytes: await zipOf(parts) },
    answered.length > 0 ? { answered } : {},
  );

const solid = (color: string) =>
  `<patternFill patternType="solid"><fgColor ${color}/><bgColor indexed="64"/></patternFill>`;

describe("a cell of a workbook whose text has the colour of what is behind it", () => {
  it.each([
    ["white on nothing", '<color rgb="FFFFFFFF"/>', undefined],
    ["white of the theme", '<color theme="0"/>', undefined],
    ["white of the palette", '<color indexed="9"/>', undefined],
    ["hardly grey", '<color rgb="FFF2F2F2"/>', undefined],
    ["the theme's white, a little darker", '<color theme="0" tint="-0.05"/>', undefined],
    ["white on white", '<color rgb="FFFFFFFF"/>', solid('rgb="FFFFFFFF"')],
    ["red on red", '<color rgb="FFFF0000"/>', solid('rgb="FFFF0000"')],
    ["black on black", "", solid('theme="1"')],
    ["an accent on itself", '<color theme="4"/>', solid('theme="4"')],
  ])("is refused like a hidden one, whatever else the row says: %s", async (_, font, fill) => {
    const { verdict, heads, settings } = await check(styled(font, fill));
    expect(verdict.good).toEqual([]);
    expect(verdict.bad[0]?.verdict.problems.quantity).toMatch(/of its background's colour/);
    const file = errorFile(verdict, heads, settings.mapping);
    expect((await checkSource({ kind: "text", text: file })).verdict.good).toEqual([]);
  });

  it.each([
    ["black", "", undefined],
    ["white on black", '<color rgb="FFFFFFFF"/>', solid('rgb="FF000000"')],
    ["white on an accent", '<color theme="0"/>', solid('theme="4"')],
    ["red", '<color rgb="FFFF0000"/>', undefined],
    ["a colour that is not known", '<color indexed="40"/>', undefined],
    ["white on a pattern", '<color theme="0"/>', '<patternFill patternType="gray125"/>'],
    ["white on a gradient", '<color theme="0"/>', "<gradientFill/>"],
    ["automatic", '<color auto="1"/>', undefined],
  ])("counts if it can be seen: %s", async (_, font, fill) => {
    expect((await check(styled(font, fill))).verdict.good).toHaveLength(1);
  });

  it("counts in no part of a formatted text either", async () => {
    const shared = `<sst><si><t>101601</t></si><si><r><t>2</t></r><r><rPr><color rgb="FFFFFFFF"/></rPr><t>0</t></r></si><si><t>25</t></si></sst>`;
    const cells = [0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`);
    const parts = workbookParts(
      { Order: sheetXml(HEADS + row(2, ...cells)) },
      { "xl/sharedStrings.xml": shared },
    );
    expect((await check(parts)).verdict.bad[0]?.verdict.problems.quantity).toMatch(/background's colour/);
  });
});

describe("a cell that cannot be read", () => {
  const numbers = (rows: string) => sheetXml(row(1, text("Product ID"), text("Quantity")) + rows);
  const cells = (number: number, quantity: string) =>
    `<row r="${number}"><c><v>900003</v></c>${quantity}</row>`;

  it.each([
    ["white by its number format", '<numFmt numFmtId="170" formatCode="[White]0"/>', "<font/>", "170"],
    [
      "shown with a gap between other digits than thousands",
      '<numFmt numFmtId="170" formatCode="0&quot; &quot;00"/>',
      "<font/>",
      "170",
    ],
    ["of a point", "", '<font><sz val="1"/></font>', "0"],
  ])("is refused: %s", async (_, formats, font, format) => {
    const styles = `<styleSheet><numFmts>${formats}</numFmts><fonts><font><sz val="11"/></font>${font}</fonts><cellXfs><xf/><xf numFmtId="${format}" fontId="1"/></cellXfs></styleSheet>`;
    const sheet = numbers(cells(2, '<c s="1"><v>2550</v></c>'));
    const { verdict } = await check(workbookParts({ Order: sheet }, { "xl/styles.xml": styles }));
    expect(verdict.bad.map(({ verdict: { problems } }) => Object.keys(problems))).toEqual([["quantity"]]);
  });

  it("is refused if a part of it is of a point", async () => {
    const quantity = '<c t="inlineStr"><is><r><t>2</t></r><r><rPr><sz val="1"/></rPr><t>00</t></r></is></c>';
    const { verdict } = await check(workbookParts({ Order: numbers(cells(2, quantity)) }));
    expect(verdict.good).toEqual([]);
  });

  it("counts with spaces between thousands", async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#&quot; &quot;##0"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>';
    const sheet = numbers(cells(2, '<c s="1"><v>2550</v></c>'));
    const { verdict } = await check(workbookParts({ Order: sheet }, { "xl/styles.xml": styles }));
    expect(verdict.good).toHaveLength(1);
  });

  it("is asked about if its row stands far below the others, or in a group that is closed below its summary", async () => {
    const far = numbers(cells(2, "<c><v>2</v></c>") + cells(900, "<c><v>500</v></c>"));
    expect((await check(workbookParts({ Order: far }))).questions).toMatchObject([
      { kind: "far-rows", rows: { first: [900], count: 1 } },
    ]);
    const near = numbers(cells(2, "<c><v>2</v></c>") + cells(20, "<c><v>5</v></c>"));
    expect((await check(workbookParts({ Order: near }))).questions).toEqual([]);
    const group = ['collapsed="1"', 'outlineLevel="1"', ""].map(
      (more, at) => `<row r="${at + 2}" ${more}><c><v>900003</v></c><c><v>${at + 2}</v></c></row>`,
    );
    const closed = numbers(group.join("")).replace(
      "<sheetData>",
      '<sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetData>',
    );
    expect((await check(workbookParts({ Order: closed }))).questions).toMatchObject([
      { kind: "hidden-rows", rows: { first: [3], count: 1 } },
    ]);
  });
});

describe("a format for a condition", () => {
  const withRule = (rule: string, dxf = "") =>
    workbookParts(
      {
        Order: `<worksheet><sheetData>${HEADS}${row(2, text("101601"), text("2"), text("25"))}</sheetData><conditionalFormatting sqref="B2:B9">${rule}</conditionalFormatting></worksheet>`,
      },
      { "xl/styles.xml": `<styleSheet><dxfs><dxf>${dxf}</dxf></dxfs></styleSheet>` },
    );
  const kindsOf = async (parts: Record<string, string>) =>
    (await check(parts)).questions.map(({ kind }) => kind);

  it.each([
    ['<cfRule type="iconSet"><iconSet iconSet="3Flags"/></cfRule>', ""],
    ['<cfRule type="iconSet"><iconSet iconSet="3Symbols" showValue="0"/></cfRule>', ""],
    ['<cfRule type="dataBar"><dataBar showValue="0"/></cfRule>', ""],
    ['<cfRule type="cellIs" dxfId="0"/>', '<font><color rgb="FFFFFFFF"/></font>'],
    [
      '<cfRule type="cellIs" dxfId="0"/>',
      '<font><color rgb="FFFF0000"/></font><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill>',
    ],
  ])("that hides its cells or marks them with icons is asked about: %s %s", async (rule, dxf) => {
    expect(await kindsOf(withRule(rule, dxf))).toEqual(["conditional-rows"]);
  });

  it.each([
    ['<cfRule type="colorScale"><colorScale><color rgb="FFFFFFFF"/></colorScale></cfRule>', ""],
    ['<cfRule type="dataBar"><dataBar/></cfRule>', ""],
    ['<cfRule type="cellIs" dxfId="0"/>', '<font><color rgb="FF9C0006"/></font>'],
    [
      '<cfRule type="cellIs" dxfId="0"/>',
      '<font><color rgb="FFFFFFFF"/></font><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill>',
    ],
  ])("that colours them is not: %s %s", async (rule, dxf) => {
    expect(await kindsOf(withRule(rule, dxf))).toEqual([]);
  });
});

describe("a comment in a workbook", () => {
  const withComments = (comments: Record<string, string>, isThread = false) => {
    const kind = isThread ? "threadedComment" : "comments";
    const link = `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/${kind}" Target="../own.xml"/></Relationships>`;
    const all = Object.entries(comments).map(([ref, said]) =>
      isThread
        ? `<threadedComment ref="${ref}"><text>${said}</text></threadedComment>`
        : `<comment ref="${ref}"><text><r><rPr><b/></rPr><t>Ada:</t></r><r><t xml:space="preserve">\n${said}</t></r></text></comment>`,
    );
    const rows = [2, 3].map((at) => row(at, text("101601"), text(String(at)), text("25")));
    return workbookParts(
      { Order: sheetXml(HEADS + rows.join("")) },
      {
        "xl/worksheets/_rels/sheet1.xml.rels": link,
        "xl/own.xml": isThread
          ? `<ThreadedComments>${all.join("")}</ThreadedComments>`
          : `<comments><commentList>${all.join("")}</commentList></comments>`,
      },
    );
  };

  it.each([
    ["do not order", false],
    ["Cancelled", false],
    ["was cancelled by Bela on Monday", false],
    ["already delivered", true],
    ["storniert", true],
    ["on hold", true],
  ])("keeps its row from being ready until a member accepts it: %j", async (said, isThread) => {
    const { verdict, questions, heads, settings } = await check(withComments({ A3: said }, isThread));
    expect(questions).toEqual([]);
    expect(verdict.good.map((good) => good.row)).toEqual([2]);
    const [bad] = verdict.bad;
    expect(bad?.verdict.problems.row).toBe(`A comment on this row says “${said}”. Is it to be ordered?`);
    const file = errorFile(verdict, heads, settings.mapping);
    expect((await checkSource({ kind: "text", text: file })).verdict.good).toEqual([]);
    expect(bad && withCellsAccepted(bad, { byId: new Map(), byName: new Map() }).row.doubt).toBeNull();
  });

  it("is asked about before a total is shown, whatever it says, also above the rows", async () => {
    const parts = withComments({ B1: "Ask Bela about these", C3: "5 would be better" });
    const { questions } = await check(parts);
    expect(questions).toMatchObject([
      { kind: "comments", rows: { first: [1, 3], count: 2 }, sample: "Ask Bela about these" },
    ]);
    expect((await check(parts, ["comments"])).questions).toEqual([]);
  });

  it("is read once if a program has written a copy of it as a note", async () => {
    const copy = "[Threaded comment]\n\nYour version of Excel …\n\nComment:\n    do not order";
    const { verdict } = await check(withComments({ A2: copy, B2: "do not order" }));
    expect(verdict.bad.map((bad) => bad.verdict.problems.row)).toEqual([
      "A comment on this row says “do not order”. Is it to be ordered?",
    ]);
  });
});

describe("a cell of a workbook beside the product", () => {
  const note = (code: string, cell: string) =>
    workbookParts(
      { Order: sheetXml(HEADS + row(2, text("101601"), text("2"), text("25"), cell)) },
      {
        "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      },
    );

  it.each([
    ["&quot;not ordered: &quot;@", text("Bela", ' s="1"'), "not ordered: Bela"],
    ["&quot;cancelled&quot;", '<c s="1"><v>5</v></c>', "cancelled (5)"],
    ["&quot;cancelled &quot;0", '<c s="1"><v>5</v></c>', "cancelled 5"],
    ["0;-0;&quot;on hold&quot;", '<c s="1"><v>0</v></c>', "on hold (0)"],
    ["0;0;0;&quot;do not order&quot;", text("x", ' s="1"'), "do not order (x)"],
  ])("is judged by what the sheet shows: %s", async (code, cell, shown) => {
    const { verdict } = await check(note(code, cell));
    expect(verdict.bad.map((bad) => bad.verdict.problems.row)).toEqual([
      `This row says “Note: ${shown}”. Is it to be ordered?`,
    ]);
  });

  it.each([
    ["0;-0;&quot;on hold&quot;", '<c s="1"><v>5</v></c>'],
    ["0;-0;&quot;-&quot;", '<c s="1"><v>0</v></c>'],
    ["@", text("Bela", ' s="1"')],
  ])("counts if the sheet shows nothing else: %s", async (code, cell) => {
    expect((await check(note(code, cell))).verdict.good).toHaveLength(1);
  });
});

describe("a column that says when rows were ordered", () => {
  const when = (head: string, cell: string) =>
    checkSource({
      kind: "text",
      text: `Product ID\tQuantity\tAmount\t${head}\n101601\t2\t25\t${cell}\n101601\t3\t25\t\n`,
    });

  it.each([
    ["Ordered on", "2026-11-12"],
    ["Ordered", "12 Nov"],
    ["Sent", "12.11.2026"],
    ["Sent on", "11/12/26"],
    ["Date sent", "Nov 12, 2026"],
    ["Delivered at", "2026-11-12 14:30"],
    ["Bestellt am", "12.11."],
    ["Commandé le", "12/11/2026"],
    ["Delivery date", "12 November 2026"],
    ["Cancelled on", "12th May"],
    ["Already ordered", "yesterday"],
  ])("keeps those of a day from being ready until a member accepts them: %s %s", async (head, cell) => {
    const { verdict } = await when(head, cell);
    expect(verdict.good.map(({ row: number }) => number)).toEqual([3]);
    expect(verdict.bad[0]?.verdict.problems.row).toBe(
      `This row says “${head}: ${cell}”. Is it to be ordered?`,
    );
  });

  it.each([
    ["Date", "2026-11-12"],
    ["Order date", "2026-11-12"],
    ["Valid until", "2027-01-01"],
    ["Needed by", "12 Nov"],
    ["Ordered by", "Bela"],
    ["Sent to", "Bela"],
    ["Sent", "tbd"],
  ])("counts for no other column or text: %s %s", async (head, cell) => {
    expect((await when(head, cell)).verdict.good).toHaveLength(2);
  });
});
