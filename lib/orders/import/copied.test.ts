import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withAnswer } from "./questions.ts";
import { amountOf, checkSource } from "./testing.ts";
import { readCopied } from "#lib/orders/import/copied/copiedTables.ts";

const check = (text: string, html: string, isEdited = false) =>
  checkSource({ kind: "text", text, copy: { html, isEdited } });

/** What programs put on the clipboard for a small table: its text, and the same as HTML. */
async function fixture(name: string) {
  const folder = new URL("../../../tests/fixtures/imports/", import.meta.url);
  const [text, html] = await Promise.all(
    ["txt", "html"].map((ending) => readFile(new URL(`copied-from-${name}.${ending}`, folder), "utf8")),
  );
  return check(text ?? "", html ?? "");
}

const badOf = ({ verdict }: Awaited<ReturnType<typeof check>>) =>
  verdict.bad.map(({ row: { row }, verdict: { problems } }) => [row, ...Object.keys(problems)]);
const askedOf = ({ questions }: Awaited<ReturnType<typeof check>>) => questions.map(({ kind }) => kind);

const TEXT = "Product ID\tQuantity\tAmount\n101601\t5\t25\n101601\t7\t30\n";
/** The same table as HTML, with attributes for its second row and other content for one of its cells. */
const copyOf = ({ row = "", cell = "<td>7</td>", before = "" } = {}) =>
  `${before}<table><tr><td>Product ID<td>Quantity<td>Amount</tr>
   <tr><td>101601<td>5<td>25</tr><tr ${row}><td>101601</td>${cell}<td>30</td></tr></table>`;

describe("a table copied from a program", () => {
  it("asks about Excel's hidden rows and columns, and refuses struck, raised and merged cells", async () => {
    const checked = await fixture("excel");
    expect(checked.questions).toMatchObject([
      { kind: "hidden-rows", rows: { first: [3], count: 1 } },
      { kind: "hidden-column", field: "currency" },
    ]);
    expect(badOf(checked)).toEqual([
      [4, "quantity"],
      [6, "quantity"],
      [7, "amount"],
      [8, "amount"],
    ]);
  });

  it("asks about rows and columns that LibreOffice leaves out of its formatted copy", async () => {
    const checked = await fixture("libreoffice");
    expect(checked.questions).toMatchObject([
      { kind: "hidden-rows", rows: { first: [3], count: 1 } },
      { kind: "hidden-column", field: "currency" },
    ]);
    expect(badOf(checked)).toEqual([
      [4, "quantity"],
      [5, "quantity"],
      [6, "amount"],
      [7, "amount"],
    ]);
  });

  it("refuses the struck and merged cells of Google Sheets", async () => {
    const checked = await fixture("google-sheets");
    expect(checked.questions).toEqual([]);
    expect(badOf(checked)).toEqual([
      [3, "quantity"],
      [4, "quantity"],
      [5, "amount"],
      [6, "amount"],
    ]);
  });

  it("has the cells of a web page in their own columns, where a merged one moves them", async () => {
    const checked = await fixture("web-page");
    expect(checked.questions).toEqual([]);
    expect(badOf(checked)).toEqual([
      [4, "quantity"],
      [5, "quantity"],
    ]);
    expect(checked.verdict.good.map(amountOf)).toEqual([
      { productId: 101601, amount: "25.00", quantity: "5" },
      { productId: 101601, amount: "10.00", quantity: "3" },
      { productId: 101601, amount: "12.00", quantity: "4" },
    ]);
  });
});

describe("what a formatted copy hides", () => {
  it.each([
    ["display", { row: "style='display:none'" }],
    ["visibility", { row: 'STYLE="color:red; Visibility : collapse"' }],
    ["Office's own way", { row: "style='mso-hide:all'" }],
    ["its attribute", { row: "hidden" }],
    ["a height of 0", { row: "height=0" }],
    ["hardly any height", { row: "style='height:.75pt'" }],
    [
      "a class",
      { row: "class='a gone'", before: "<style><!-- td, .gone > tr {}\n .gone{display:none} --></style>" },
    ],
    ["an id", { row: "id=gone", before: "<style>@media print{#gone{display:none!important}}</style>" }],
    ["a group", { row: "></tr><tbody style='display:none'><tr" }],
  ])("is a hidden row by %s", async (_what, more) => {
    expect(await check(TEXT, copyOf(more)).then(({ questions }) => questions)).toMatchObject([
      { kind: "hidden-rows", rows: { first: [3], count: 1 } },
    ]);
  });

  it.each([
    ["a column", "<table><col><col width=0><col>"],
    [
      "a group of columns",
      "<table><colgroup><col></colgroup><colgroup style='display:none'><col></colgroup>",
    ],
    ["a span of columns", "<table><col><col span=1 hidden>"],
  ])("is a hidden column by %s", async (_what, start) => {
    const checked = await check(TEXT, copyOf().replace("<table>", start));
    expect(checked.questions).toMatchObject([{ kind: "hidden-column", field: "quantity", column: 1 }]);
  });

  it("is a hidden column if each of its cells is", async () => {
    const html = copyOf().replaceAll(/<td>(Quantity|5|7)/g, "<td style='display:none'>$1");
    expect((await check(TEXT, html)).questions).toMatchObject([{ kind: "hidden-column", column: 1 }]);
  });

  it("need not be in the plain text", async () => {
    const html = copyOf({ row: "></tr><tr hidden><td>101601<td>900<td>25</tr><tr" });
    const checked = await check(TEXT, html);
    expect([checked.questions, checked.verdict.good.length]).toEqual([[], 2]);
  });
});

describe("a cell of a formatted copy", () => {
  it.each([
    ["struck through", "<td><s>7</s></td>"],
    ["struck through by an older element", "<td><strike>7"],
    ["deleted", "<td><del>7</del></td>"],
    ["struck through by its style", "<td style='text-decoration:underline line-through'>7"],
    ["struck through by a font", '<td><font style="text-decoration-line: line-through">7</font>'],
    ["struck through by a class", "<td class=x>7", "<style>.x{text-decoration:line-through}</style>"],
    ["raised", "<td><sup>7</sup>"],
    ["lowered", "<td><sub>7</sub>"],
    ["raised by its style", "<td><span style='vertical-align:super'>7</span>"],
    ["raised by Office", "<td><span style='mso-text-raise:4.0pt'>7</span>"],
    ["partly hidden", "<td><span style='display:none'>7</span>"],
    ["white", "<td style='color:#fff'>7"],
    ["white by a font", "<td><font color=FFFFFF>7</font></td>"],
    ["white by its class", "<td class=w>7", "<style>td{color:black} .w{color:white}</style>"],
    [
      "white by an important rule",
      "<td class=w style='color:red'>7",
      "<style>.w{color:#FFF !important}</style>",
    ],
    ["hardly grey", "<td style='color: rgb(242, 242, 242)'>7"],
    ["of the colour of its cell", "<td style='color:navy;background:#000080 none repeat'>7"],
    ["of the colour of its cell's attribute", "<td bgcolor=red><span style='color:#f00'>7</span>"],
    ["of the colour of its row", "<td style='color: hsl(0 100% 50%)'>7", "", "style='background-color:red'"],
    ["black on black", "<td style='background:#000'>7"],
    ["white in another notation", "<td style='color: oklch(100% 0 none)'>7"],
    ["transparent", "<td style='color:transparent'>7"],
    ["transparent on an image", "<td style='background:url(x.png);color:rgb(0 0 0 / 3%)'>7"],
    ["transparent in its filling", "<td style='-webkit-text-fill-color:rgba(0,0,0,0)'>7"],
    ["partly white", "<td><b style='color:white'><i>7</i></b>"],
    ["without opacity", "<td><i style='opacity:.01'>7</i>"],
    ["without opacity by a filter", "<td><i style='filter:opacity(0%)'>7</i>"],
    ["of no size", "<td><i style='font-size:0'>7</i>"],
    ["of a pixel", "<td><i style='font-size:1px'>7</i>"],
    ["of a pixel in its font", "<td><i style='font:italic 1px/1 serif'>7</i>"],
    ["out of sight", "<td><i style='position:absolute;left:-9999px'>7</i>"],
    ["out of sight by its indent", "<td style='text-indent:-9999em'>7"],
    ["out of sight by a margin", "<td><i style='margin:0 0 0 -3000px'>7</i>"],
    ["out of sight by a transformation", "<td><i style='transform:translateX(-200vw)'>7</i>"],
    ["scaled to nothing", "<td><i style='transform:scale(0)'>7</i>"],
    ["clipped", "<td><i style='clip:rect(0 0 0 0);position:absolute'>7</i>"],
    ["clipped by a path", "<td><i style='clip-path:inset(50%)'>7</i>"],
    ["dots", "<td style='-webkit-text-security:disc'>7"],
    ["white by its fallback", "<td style='color:var(--ink, #fff)'>7"],
    ["white in yet another notation", "<td style='color:hwb(0 100% 0)'>7"],
    ["written backwards", "<td style='unicode-bidi:bidi-override;direction:rtl'>7"],
    ["written backwards by an element", "<td><bdo dir=rtl>7</bdo></td>"],
    ["turned", "<td><i style='transform:rotate(180deg)'>7</i>"],
    ["mirrored", "<td style='transform:scaleX(-1)'>7"],
    ["in another order", "<td style='display:flex;flex-direction:row-reverse'>7"],
    ["in another place of its order", "<td><i style='order:2'>7</i>"],
    ["on top of something", "<td><i style='position:absolute'>7</i>"],
    ["an annotation", "<td><ruby><rt>7</rt></ruby>"],
    ["clipped by a path in part", "<td><i style='clip-path:inset(0 60% 0 0)'>7</i>"],
    ["masked", "<td><i style='-webkit-mask-image:url(x.svg)'>7</i>"],
    ["pushed over an edge that clips", "<td style='overflow:hidden'><i style='margin-left:-9px'>7</i>"],
    ["indented over an edge that clips", "<td style='overflow:hidden;text-indent:-9px'>7"],
    ["a cell that floats to the right", "<td style='float:right'>7"],
  ])("is refused if it is %s", async (_what, cell, before = "", row = "") => {
    const checked = await check(TEXT, copyOf({ cell, before, row }));
    expect([checked.questions, badOf(checked)]).toEqual([[], [[3, "quantity"]]]);
  });

  it.each([
    ["white on black", "<td style='color:white;background:#000'>7"],
    ["white on its row", "<td style='color:white'>7", "style='background:navy'"],
    ["white on what is not known", "<td style='color:white;background-image:url(x.png)'>7"],
    ["of a colour that is not understood", "<td style='color:var(--ink)'>7"],
    ["grey", "<td style='color:#767676'>7"],
    ["red", "<td style='color:red'>7"],
    ["in the middle", "<td><i style='position:relative;top:-3px;transform:translate(-50%,-50%)'>7</i>"],
    ["indented", "<td style='text-indent:-18pt;margin-left:9px'>7"],
    ["small", "<td style='font:11px/1.2 Arial;font-size:.7em'>7"],
    ["half opaque", "<td style='opacity:0.6'>7"],
  ])("counts if it is %s", async (_what, cell, row = "") => {
    const checked = await check(TEXT, copyOf({ cell, row }));
    expect([checked.questions, badOf(checked)]).toEqual([[], []]);
  });

  it("is asked about with all others if all are light: on a dark page, what is behind them may not have been copied", async () => {
    const checked = await check(TEXT, copyOf().replace("<table>", "<table style='color:#eee'>"));
    expect(checked.questions).toMatchObject([{ kind: "copied", doubt: { kind: "marks" } }]);
    expect(badOf(checked)).toEqual([]);
  });

  it.each([
    ["in the middle of its row", "<td style='vertical-align:middle'>7"],
    ["underlined", "<td><u style='text-decoration:underline'>7</u>"],
    ["named by references", "<td>&#55;&nbsp;"],
    ["beside a comment", "<td><!-- <s> -->7<!--->"],
    ["beside hidden text that the plain text lacks", "<td>7<span hidden>9</span>"],
    ["beside a script", "<td>7<script>'<s>'</script>"],
  ])("counts if it is %s", async (_what, cell) => {
    const checked = await check(TEXT, copyOf({ cell }));
    expect([askedOf(checked), badOf(checked)]).toEqual([[], []]);
  });
});

/** The table with another quantity in its second row. */
const checkQuantity = (quantity: string, cell: string, more: { before?: string; table?: string } = {}) =>
  check(
    TEXT.replace("\t7\t", `\t${quantity}\t`),
    copyOf({ cell, before: more.before ?? "" }).replace("<table>", more.table ?? "<table>"),
  );

describe("a cell of a formatted copy that shows its text in another order, or not all of it", () => {
  it.each([
    ["a float to the right before others", "12", "<td><i style='float:right'>1</i><b>2</b>"],
    ["floats to the right", "12", "<td><i class=r>1</i><i class=r>2</i>"],
    ["a float to the left behind others", "12", "<td>1<i style='float:left'>2</i>"],
    ["less width than its digits", "200", "<td><div style='width:8px;overflow:hidden'>200</div>"],
    ["less width than its digits have by a class", "200", "<td><div class=n>200</div>"],
    ["a part of less width", "200", "<td>2<span style='max-width:6px;overflow-x:clip'>00</span>"],
    [
      "less width than its large digits",
      "200",
      "<td><p style='font-size:30pt;width:40px;overflow:hidden'>200",
    ],
    ["less width of its own", "200", "<td style='max-width:10px;overflow:hidden;text-overflow:clip'>200"],
    ["a unit beside it", "20 pcs", "<td><div style='width:2ch;overflow:hidden'>20 pcs</div>"],
  ])("is refused: %s", async (_what, quantity, cell) => {
    const before = "<style>.r{float:right} .n{width:8px;overflow:hidden}</style>";
    const checked = await checkQuantity(quantity, cell, { before });
    expect([checked.questions, badOf(checked)]).toEqual([[], [[3, "quantity"]]]);
  });

  it("is refused in a column that is too narrow, of a table that keeps to the widths of its columns", async () => {
    const narrow =
      "<table style='table-layout:fixed;font-size:10pt'><col width=100><col width=9><col width=100>";
    const cell = "<td style='overflow:hidden'>200";
    expect(badOf(await checkQuantity("200", cell, { table: narrow }))).toEqual([[3, "quantity"]]);
    for (const table of [narrow.replace("=9>", "=40>"), narrow.replace("fixed", "auto")]) {
      expect(badOf(await checkQuantity("200", cell, { table }))).toEqual([]);
    }
    expect(badOf(await checkQuantity("200", "<td>200", { table: narrow }))).toEqual([]);
  });

  it.each([
    [
      "floats in the order in which they are read",
      "12",
      "<td><i style='float:left'>1</i><i style='float:right'>2</i>",
    ],
    ["a float of all its text", "12", "<td><i style='float:right'><b>1</b>2</i>"],
    ["no float", "12", "<td><i style='float:none'>1</i>2"],
    ["enough width", "200", "<td><div style='width:40px;overflow:hidden'>200</div>"],
    ["less width, over which its text is seen", "200", "<td><div style='width:8px'>200</div>"],
    ["a width that cells exceed", "200", "<td style='width:8px;overflow:hidden'>200"],
    ["no other clip than rounded corners", "12", "<td><i style='clip-path:inset(0 round 5px)'>12</i>"],
    ["no mask", "12", "<td><i style='mask:none'>12</i>"],
  ])("counts if it has %s", async (_what, quantity, cell) => {
    const checked = await checkQuantity(quantity, cell);
    expect([checked.questions, badOf(checked)]).toEqual([[], []]);
  });

  it("counts if a table floats, or something clips around it", async () => {
    const around = "<div style='float:right;overflow:hidden;width:9px;margin-left:-9px'>";
    const checked = await checkQuantity("200", "<td>200", { before: around });
    expect([checked.questions, badOf(checked)]).toEqual([[], []]);
    const floating = await checkQuantity("200", "<td>200", { table: "<table style='float:right'>" });
    expect([floating.questions, badOf(floating)]).toEqual([[], []]);
  });
});

describe("a colour that cannot be computed", () => {
  it.each([
    "<td style='color:color-mix(in srgb, white, white)'>7",
    "<td style='color:color-mix(in oklab, rgb(255 255 255), #fff)'>7",
    "<td style='color:var(--ink, light-dark(white, black))'>7",
    "<td style='color:color(display-p3 1 1 1)'>7",
    "<td style='color:rgb(from white r g b)'>7",
    "<td style='background:color-mix(in srgb, black, rgb(0 0 0)) no-repeat'>7",
    "<td><i style='background-color:light-dark(black, black)'>7</i>",
  ])("is asked about once, and its cells count then: %s", async (cell) => {
    for (const isEdited of [false, true]) {
      const checked = await check(TEXT, copyOf({ cell }), isEdited);
      expect(checked.questions).toMatchObject([
        { kind: "copied", doubt: { kind: "colors", samples: ["7"] } },
      ]);
      expect(badOf(checked)).toEqual([]);
    }
  });

  it.each([
    "<td style='color:color-mix(in srgb, white, white)'><b style='color:black'>7</b>",
    "<td style='color:inherit;background:calc(1px) url(x.png)'>7",
    "<td style='color:notacolour'>7",
    "<td style='color:color-mix(in srgb, white, white)'> <b style='color:red'>7</b> ",
  ])("is none where the text has another one: %s", async (cell) => {
    const checked = await check(TEXT, copyOf({ cell }));
    expect([checked.questions, badOf(checked)]).toEqual([[], []]);
  });
});

describe("an element around a whole table", () => {
  it("marks or hides each of its cells", async () => {
    expect(badOf(await check(TEXT, copyOf({ before: "<s>" })))).toHaveLength(2);
    const hidden = await check(TEXT, copyOf({ before: "<div hidden>" }));
    expect(hidden.questions).toMatchObject([{ kind: "hidden-rows", rows: { count: 2 } }]);
  });
});

describe("a formatted copy that is not the pasted text", () => {
  it.each([
    ["another number", copyOf({ cell: "<td>8</td>" })],
    ["a row more", copyOf({ row: "><td>101601<td>9<td>25<tr" })],
    ["a table inside of a cell", copyOf({ cell: "<td><table><tr><td>7<td>8</table></td>" })],
    ["a tag that never ends", copyOf().replace("<td>30", "<td title='")],
  ])("is asked about: %s", async (_what, html) => {
    const { questions, settings } = await check(TEXT, html);
    expect(questions).toMatchObject([{ kind: "copied", doubt: { kind: "differs" } }]);
    expect(withAnswer(settings, questions[0]?.id ?? "").answered).toEqual(["copied differs"]);
  });

  it("is asked about if it holds several tables", async () => {
    const [start = "", end = ""] = copyOf().split("<tr ><td>101601</td>");
    const html = `${start}</table><p></p><table><tr><td>101601</td>${end}`;
    expect(await check(TEXT, html).then(({ questions }) => questions)).toMatchObject([
      { kind: "copied", doubt: { kind: "tables", count: 2 } },
    ]);
  });

  it("asks about marks outside of tables, and where the text was edited", async () => {
    const text = "Product ID,Quantity,Amount\n101601,5,25\n101601,7,30\n";
    const outside = await check(text, "<p>101601,<s>7</s>,30</p>");
    expect(outside.questions).toMatchObject([{ kind: "copied", doubt: { kind: "marks", samples: ["7"] } }]);
    const edited = await check(TEXT, copyOf({ cell: "<td><s>7</s>" }), true);
    expect(edited.questions).toMatchObject([{ kind: "copied", doubt: { kind: "marks", samples: ["7"] } }]);
  });

  it("asks nothing without tables or marks", async () => {
    for (const html of ["<pre>x</pre>", "", "no tags", "<p>a <b>b</b>"]) {
      expect((await check(TEXT, html)).questions).toEqual([]);
    }
    expect((await check(TEXT, copyOf({ cell: "<td>9</td>" }), true)).questions).toEqual([]);
  });
});

describe("hostile HTML", () => {
  it.each([
    ["is nested deeply", "<div>".repeat(100_000)],
    ["has too many columns", `<table><tr>${"<td>1".repeat(1_000)}`],
    ["has too many rules", `<style>${"a{}".repeat(1_000_000)}</style>`],
  ])("is refused if it %s", async (_what, html) => {
    await expect(check(TEXT, html)).rejects.toThrow(/table/);
  });

  it.each([
    "<".repeat(200_000),
    "<!--".repeat(50_000),
    "<style>{".repeat(50_000),
    `<a ${"x = ".repeat(50_000)}`,
    `<table>${"<tr><td rowspan=65000>1".repeat(199)}</table>`,
    "<constructor><td __proto__=1></constructor></tr></table></table>",
  ])("is read in time: %#", (html) => expect(readCopied(html).marked.length).toBeGreaterThanOrEqual(0));

  it("is read whatever it holds", () => {
    const piece = fc.constantFrom(
      ..."<table>|</table>|<tr>|</tr>|<td>|</td>|<td rowspan=2 colspan=2>|<s>|</s>|1|<style>|</style>|<!--|-->|<|>|&#x110000;|'|\"|=|<col>|<br>|<th hidden>".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { tables } = readCopied(pieces.join(""));
        for (const { rows } of tables) {
          for (const { cells } of rows) {
            const columns = cells.map(({ column }) => column);
            expect(columns).toEqual([...new Set(columns)].toSorted((a, b) => a - b));
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
