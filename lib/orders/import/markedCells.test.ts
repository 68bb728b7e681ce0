import { describe, expect, it } from "vitest";
import { checkSource } from "./testing.ts";
import { errorFile } from "./errorFile.ts";
import { workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const HEADS = `<row r="1"><c r="A1" t="inlineStr"><is><t>Product ID</t></is></c><c r="B1" t="inlineStr"><is><t>Quantity</t></is></c><c r="C1" t="inlineStr"><is><t>Amount</t></is></c><c r="D1" t="inlineStr"><is><t>Currency</t></is></c></row>`;
const FONTS = `<fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/></cellXfs>`;

async function check(rows: string, after = "", before = "") {
  const xml = `<worksheet xmlns="${MAIN}">${before}<sheetData>${HEADS}${rows}</sheetData>${after}</worksheet>`;
  const bytes = await zipOf(
    workbookParts(
      { Order: xml },
      {
        "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${FONTS}</styleSheet>`,
        "xl/sharedStrings.xml": `<sst xmlns="${MAIN}"><si><r><t>2</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></si><si><r><rPr><strike/></rPr><t>5</t></r><r><t>2</t></r></si><si><r><rPr><b/><vertAlign val="baseline"/></rPr><t>2</t></r></si></sst>`,
      },
    ),
  );
  return checkSource({ kind: "file", name: "t.xlsx", bytes });
}
const merged = (...areas: string[]) =>
  `<mergeCells>${areas.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
const row = (number: number, quantity: string, amount = "<v>25</v>", id = "<v>101601</v>") =>
  `<row r="${number}"><c r="A${number}">${id}</c>${quantity.replace("REF", `r="B${number}"`)}<c r="C${number}">${amount}</c></row>`;
const TWO = "<c REF><v>2</v></c>";
const problemsIn = ({ verdict }: Awaited<ReturnType<typeof check>>) =>
  verdict.bad.map(({ verdict: { problems } }) => problems);

describe("a cell that is struck through, raised or lowered", () => {
  it.each([
    ["its style", '<c REF s="1"><v>50</v></c>'],
    ["a raised part of a shared text", '<c REF t="s"><v>0</v></c>'],
    ["a struck part of a shared text", '<c REF t="s"><v>1</v></c>'],
    [
      "a raised part of a text of its own",
      '<c REF t="inlineStr"><is><r><t>2</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is></c>',
    ],
  ])("is refused, in its own download too: %s", async (_what, quantity) => {
    const checked = await check(row(2, quantity));
    expect(problemsIn(checked)).toEqual([{ quantity: expect.stringContaining("struck through") }]);
    const text = errorFile(checked.verdict, checked.heads, checked.settings.mapping);
    expect((await checkSource({ kind: "text", text })).verdict.good).toEqual([]);
  });

  it.each([
    ["not struck after all", '<c REF s="2"><v>2</v></c>'],
    ["bold, on the line", '<c REF t="s"><v>2</v></c>'],
  ])("counts if it is %s", async (_what, quantity) => {
    expect((await check(row(2, quantity))).verdict.good.map(({ line }) => line.quantity)).toEqual(["2"]);
  });
});

describe("merged cells", () => {
  it("are the product, country and currency of each of their rows", async () => {
    const currency = `<row r="4"><c r="A4"><v>900002</v></c><c r="B4"><v>2</v></c><c r="C4"><v>25</v></c><c r="D4" t="inlineStr"><is><t>SAR</t></is></c></row><row r="5"><c r="A5"><v>900002</v></c><c r="B5"><v>3</v></c><c r="C5"><v>25</v></c></row>`;
    const checked = await check(
      row(2, TWO) + row(3, "<c REF><v>3</v></c>", "<v>30</v>", "<v>900002</v>") + currency,
      merged("A2:A3", "D4:D5"),
    );
    expect(checked.verdict.good.map(({ line }) => [line.productId, line.amount])).toEqual([
      [101601, "25.00"],
      [101601, "30.00"],
    ]);
    expect(problemsIn(checked)).toEqual([
      { currency: expect.stringContaining("not in SAR") },
      { currency: expect.stringContaining("not in SAR") },
    ]);
  });

  it("are no amount and no quantity of several rows, in their own download either", async () => {
    const checked = await check(
      row(2, TWO) + row(3, "<c REF><v>7</v></c>", "<v>30</v>") + row(4, TWO) + row(5, TWO, ""),
      merged("B2:B3", "C4:C5"),
    );
    const message = expect.stringContaining("is merged with");
    expect(problemsIn(checked)).toEqual([
      { quantity: message },
      { quantity: message },
      { amount: message },
      { amount: message },
    ]);
    const text = errorFile(checked.verdict, checked.heads, checked.settings.mapping);
    expect((await checkSource({ kind: "text", text })).verdict.good).toEqual([]);
  });

  it("of one row hide what is beneath", async () => {
    const checked = await check(row(2, TWO), merged("B2:C2"));
    expect(problemsIn(checked)).toEqual([{ amount: expect.stringContaining("is merged with") }]);
  });

  it("as large as a worksheet are read", async () => {
    const checked = await check(row(2, TWO), merged("E9:XFD1048576"));
    expect(checked.verdict.good).toHaveLength(1);
  });
});

describe("a row or a column that is hardly high or wide", () => {
  it("is hidden", async () => {
    const thin = row(2, TWO).replace("<row ", '<row ht="0.75" customHeight="1" ');
    const narrow = '<cols><col min="2" max="2" width="0.3"/></cols>';
    expect((await check(thin)).questions).toMatchObject([{ kind: "hidden-rows" }]);
    expect((await check(row(2, TWO), "", narrow)).questions).toMatchObject([{ kind: "hidden-column" }]);
    expect((await check(row(2, TWO).replace("<row ", '<row ht="9" '))).questions).toEqual([]);
  });
});
