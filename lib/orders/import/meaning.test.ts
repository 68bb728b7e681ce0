import { describe, expect, it } from "vitest";
import { errorFile } from "./errorFile.ts";
import { withCellsAccepted } from "./fixRow.ts";
import { withAnswer } from "./questions.ts";
import { checkSource } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const check = (text: string) => checkSource({ kind: "text", text });
const goodOf = ({ verdict }: Awaited<ReturnType<typeof check>>) => verdict.good.map(({ row }) => row);

/** Refused in its row, in its own download too, until a member accepts it. */
async function expectDoubt(text: string, rows: readonly number[]) {
  const checked = await check(text);
  expect(checked.questions).toEqual([]);
  const doubted = checked.verdict.bad.filter(({ verdict: { problems } }) => problems.row !== undefined);
  expect(doubted.map(({ row }) => row.row)).toEqual(rows);
  const again = await check(errorFile(checked.verdict, checked.heads, checked.settings.mapping));
  expect(again.questions.length > 0 || again.verdict.good.length === 0).toBe(true);
  const byId = new Map(checked.verdict.products.map((each) => [each.id, each]));
  for (const bad of doubted) {
    const accepted = withCellsAccepted(bad, { byId, byName: new Map() });
    expect(accepted.verdict.ok || accepted.verdict.problems.row === undefined).toBe(true);
  }
}

describe("a column of totals", () => {
  it.each([
    ["Total", "25\t2\t60"],
    ["Total", "25\t2\t$60.00"],
    ["Line total", "25\t2\t500"],
    ["Total (SAR)", "25\t2\t49.99"],
    ["Sum", "25\t2\t5,000.00"],
    ["Total price", "25\t2\t25"],
    ["Gesamtpreis", "25\t2\t25,00"],
    ["Montant total", "25\t2\t1"],
    ["Importe total", "25\t2\t1"],
    ["Prezzo totale", "25\t2\t1"],
    ["Razem", "25\t2\t1"],
  ])("that is not quantity times amount keeps its row from being ready: %s %j", async (head, row) => {
    const text = `Product ID\tAmount\tQuantity\t${head}\n101601\t25\t2\t50\n101601\t${row}\n`;
    await expectDoubt(text, [3]);
  });

  it.each(["50", "50.00", "50,00", "SAR 50.00", "50 SAR", "", "n/a"])("that is counts: %j", async (total) => {
    const checked = await check(
      `Product ID\tAmount\tQuantity\tTotal\n101601\t25\t2\t${total}\tx\n`.replace("\tx", ""),
    );
    expect(goodOf(checked)).toEqual([2]);
  });

  it("is compared in thousands, and where the price is the product's", async () => {
    expect(goodOf(await check("Product ID\tQuantity\tTotal\n900003\t200\t2,000\n900003\t2\t30\n"))).toEqual([
      2,
    ]);
  });
});

describe("a column that says what a row is", () => {
  it.each([
    ["Unit", "dozen", "each"],
    ["Pack", "pack of 10", "1"],
    ["UoM", "box of 5", "pcs"],
    ["Einheit", "Dutzend", "Stück"],
    ["Pack size", "10", "1"],
    ["Comment", "10-pack", "thanks"],
    ["Type", "refund", "order"],
    ["Type", "Return", "sale"],
    ["Type", "Credit note", "invoice"],
    ["Typ", "Gutschrift", "Bestellung"],
    ["Order?", "no", "yes"],
    ["Buy", "n", "y"],
    ["Include", "FALSE", "TRUE"],
    ["Bestellen?", "nein", "ja"],
    ["Order?", "", "x"],
    ["Order?", "n/a", "x"],
    ["Approved", "N/A", "yes"],
    ["Approved by Ada", "na", "yes"],
    ["Needed", "not applicable", "x"],
    ["Available", "n/a", "yes"],
    ["Available?", "no", "yes"],
    ["Availability", "none", "yes"],
    ["Verfügbar", "nein", "ja"],
    ["Status", "on hold", "open"],
    ["Status", "Completed", "open"],
    ["Statut", "en attente", "ouvert"],
    ["Cancelled", "x", ""],
    ["Exclude", "TRUE", "FALSE"],
    ["Approved", "FALSE", "TRUE"],
    ["Status", "already ordered", "open"],
    ["Note", "was cancelled by Bela", "for Bob"],
    ["Note", "Duplicate of row 2", "not cancelled"],
    ["Note", "❌", "✓"],
    ["Note", "use 900005 instead", "for Bob"],
    ["Note", "make it 20", "thanks"],
    ["Note", "only if cheaper", "thanks"],
    ["Scale", "x10", "1"],
    ["Estado", "anulado", "abierto"],
    ["Status", "отменено", "новый"],
    ["Status", "ملغي", "x"],
    ["Status", "取消", "x"],
    ["Status", "キャンセル", "x"],
    ["Refunded?", "yes", "no"],
  ])("keeps rows of another kind from being ready: %s %j", async (head, other, usual) => {
    const text = `Product ID\tQuantity\t${head}\tAmount\n101601\t2\t${usual}\t10\n101601\t3\t${other}\t10\n`;
    await expectDoubt(text, [3]);
  });

  it.each([
    ["Unit", "each", "pcs"],
    ["Order", "A12", ""],
    ["Order?", "", ""],
    ["Note", "no", "for Bob"],
    ["Status", "open", "new"],
    ["Status", "N/A", "new"],
    ["Status", "n/a", "open"],
    ["Status", "-", "new"],
    ["Status", "", "new"],
    ["Available", "from May", "yes"],
    ["Note", "n/a", "for Bob"],
    ["Cancelled", "no", ""],
  ])("counts if it says nothing of the kind: %s %j", async (head, one, other) => {
    const text = `Product ID\tQuantity\t${head}\tAmount\n101601\t2\t${one}\t10\n101601\t3\t${other}\t10\n`;
    expect(goodOf(await check(text))).toEqual([2, 3]);
  });
});

describe("a currency that the table states", () => {
  it.each([
    "All amounts in USD\nProduct ID\tQuantity\tAmount\n101601\t2\t10\n",
    "Prices in US dollars\nProduct ID\tQuantity\tAmount\n101601\t2\t10\n",
    "Alle Beträge in €\nProduct ID\tQuantity\tAmount\n101601\t2\t10\n",
  ])("is compared with the product's: %j", (text) => expectDoubt(text, [3]));

  it.each([
    "All amounts in SAR\nProduct ID\tQuantity\tAmount\n101601\t2\t10\n",
    "Amounts in Riyals\nProduct ID\tQuantity\tAmount\n101601\t2\t10\n",
    "ORDER FOR MAY\nProduct ID\tQuantity\tAmount\n101601\t2\t10\n",
    "All amounts in USD\nProduct ID\tQuantity\tAmount\tCurrency\n101601\t2\t10\tSAR\n",
  ])("counts if it is the product's: %j", async (text) => expect(goodOf(await check(text))).toEqual([3]));
});

describe("a column that may hold other products, or number the rows", () => {
  it.each([
    ["Product ID\tReplacement ID\tQuantity\n900003\t900005\t2\n", "productId", [0, 1]],
    ["Product ID\tInstead use\tQuantity\n900003\t900005\t2\n", "productId", [0, 1]],
    ["Code\tSKU\tQuantity\n900003\t900005\t2\n", "productId", [0, 1]],
    ["#\tProduct ID\tAmount\n3\t101601\t25\n2\t101601\t30\n1\t101601\t35\n", "quantity", [0]],
    ["Product ID\tNo.\tAmount\n101601\t1\t25\n101601\t2\t30\n101601\t1\t35\n", "quantity", [1]],
  ])("is asked about: %j", async (text, field, columns) => {
    expect((await check(text)).questions).toMatchObject([{ kind: "column", field, columns }]);
  });

  it("is none if its numbers are of another kind", async () => {
    expect((await check("Product ID\tCode\tQuantity\n900003\t12\t2\n")).questions).toEqual([]);
  });
});

describe("a table that may be no order", () => {
  it.each([
    [
      'Number,Product ID,Product,Amount,Currency,Code,Serial number\n1,"=""900003""",Delivers codes as plain strings,10.00,EUR,TEST-8D47-BCA2,SN5001\n',
      "codes",
    ],
    ["Product ID\tPIN\n900003\t1234567890\n", "codes"],
    [
      "Product\nDelivers late\n900005\n€9.90\n4\nDE\n€39.60\nDelivers late\n900005\n€9.90\n4\nDE\n",
      "one-column",
    ],
  ])("is asked about: %j", async (text, reason) => {
    const { questions, settings } = await check(text);
    const asked = questions.find(({ kind }) => kind === "no-order");
    expect(asked).toMatchObject({ reason });
    const answered = await checkSource({ kind: "text", text }, withAnswer(settings, asked?.id ?? ""));
    expect(answered.questions.filter(({ kind }) => kind === "no-order")).toEqual([]);
  });

  it.each(["900003\n900005\n900003\n", "Product\nDelivers late\nDelivers late\n"])(
    "is not asked about if each row is a product: %j",
    async (text) => expect((await check(text)).questions).toEqual([]),
  );
});

describe("an id with a number sign", () => {
  it("is no title, even below a remark with one", async () => {
    const { table } = await check("# our order\n#101601 x2\nProduct ID\tQuantity\n900003\t2\n");
    expect([table.titleRows, table.rows.length]).toEqual([0, 4]);
    const below = await check("# our order\nProduct ID\tQuantity\n#900003\t2\n");
    expect(goodOf(below)).toEqual([3]);
  });
});

describe("a line that says that the rows below are not to be ordered", () => {
  it("keeps them from being ready", async () => {
    const text = "Product ID\tQuantity\tAmount\n900003\t2\nAlready delivered\t\t\n900003\t3\t10\n";
    const checked = await check(text.replace("900003\t2\n", "900003\t2\t10\n"));
    expect(goodOf(checked)).toEqual([2]);
    const again = await check(errorFile(checked.verdict, checked.heads, checked.settings.mapping));
    expect(again.verdict.good).toEqual([]);
  });
});

describe("a second line of headings", () => {
  it.each(["Amount USD", "Unit price (EUR)"])(
    "that calls the amount otherwise keeps rows below from being ready: %s",
    async (head) => {
      const text = `Product ID\tQuantity\tAmount\n101601\t2\t25\nProduct ID\tQuantity\t${head}\n101601\t3\t25\n`;
      const checked = await check(text);
      expect(goodOf(checked)).toEqual([2]);
      const again = await check(errorFile(checked.verdict, checked.heads, checked.settings.mapping));
      expect(again.verdict.good).toEqual([]);
    },
  );

  it("that repeats the first changes nothing", async () => {
    const text = "Product ID\tQuantity\tAmount\n101601\t2\t25\nProduct ID\tQuantity\tAmount\n101601\t3\t25\n";
    expect(goodOf(await check(text))).toEqual([2, 4]);
  });
});

describe("an id beside a name", () => {
  it.each(["Delivers late", "Somebody else's card"])(
    "that is not its product's keeps its row from being ready: %s",
    async (name) => {
      const text = `Product ID\tProduct name\tQuantity\n900003\t${name}\t2\n900003\tDelivers codes\t3\n`;
      expect(goodOf(await check(text))).toEqual([3]);
    },
  );
});

describe("a name of one word", () => {
  it.each(["Country", "plain", "late"])(
    "that only stands in a product's name is none of it: %s",
    async (word) => {
      const checked = await check(`Product name\tQuantity\n${word}\t2\nDelivers late\t3\n`);
      expect(goodOf(checked)).toEqual([3]);
    },
  );
});

describe("a line that may say what the rows below mean", () => {
  it.each([
    ["Product ID\tQuantity\tAmount\n101601\t2\t25\nSent last week\t\t\n101601\t20\t250\n", [3]],
    ["Product ID\tQuantity\tNote\n900003\t2\tx\n\t\trows below are cancelled\n900003\t3\tx\n", [3]],
    ["Product ID\tQuantity\tAmount\n101601\t2\t25\nCode\tHow many\tWorth\n101601\t30\t20\n", [3]],
    ["Product ID\tQuantity\tAmount\n\tin tens\tUSD\n101601\t2\t25\n", [2]],
    ["Product ID\tQuantity\tNote\n\tDelivered\tOrdered\n900003\t2\t20\n", [2]],
    ["Product ID\tQuantity\tNote\n\tJan\tFeb\n900003\t2\t20\n", [2]],
    ["Quantities in dozens\nProduct ID\tQuantity\tAmount\n101601\t2\t25\n", []],
    ["Amounts per pack of cents\nProduct ID\tQuantity\tAmount\n101601\t2\t25\n", []],
  ])("is asked about: %j", async (text, first) => {
    const { questions, settings } = await check(text);
    expect(questions).toMatchObject([{ kind: "unlike-rows", rows: { first } }]);
    const answered = await checkSource({ kind: "text", text }, withAnswer(settings, questions[0]?.id ?? ""));
    expect(answered.questions.filter(({ kind }) => kind === "unlike-rows")).toEqual([]);
  });

  it.each([
    "Product ID\tQuantity\tAmount\n101601\t2\t25\nThank you\t\t\n",
    "Product ID\tQuantity\tAmount\n101601\t2\t25\nTotal\t\t\n101601\t3\t25\n",
    "Product ID\n900003\n900005\n",
  ])("is not asked about where nothing follows, or a sum: %j", async (text) =>
    expect((await check(text)).questions).toEqual([]),
  );
});

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const text = (value: string, style = 0) => `<c s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const HEADS = `<row>${["Product ID", "Quantity", "Amount"].map((each) => text(each)).join("")}</row>`;

async function workbook(rows: string, { styles = "", after = "" } = {}) {
  const sheet = sheetXml(HEADS + rows).replace("</sheetData>", `</sheetData>${after}`);
  const parts = workbookParts(
    { Order: sheet },
    { "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` },
  );
  return checkSource({ kind: "file", name: "t.xlsx", bytes: await zipOf(parts) });
}
const formatted = (code: string) =>
  `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`;

describe("a number format", () => {
  it.each(["@&quot;0&quot;", ";;;", "0;0;0;", "@@", "0;-0;0;&quot;void &quot;@", "0;0;0;&quot;x&quot;"])(
    "that shows a text otherwise than it is stored keeps its row from being ready: %s",
    async (code) => {
      const checked = await workbook(`<row>${number(101601)}${text("2", 1)}${number(25)}</row>`, {
        styles: formatted(code),
      });
      expect(checked.verdict.good).toEqual([]);
    },
  );

  it.each(["@", "0.00", "General;@", "_(* #,##0_);_(* (#,##0);_(* &quot;-&quot;??_);_(@_)"])(
    "that shows it as it is counts: %s",
    async (code) => {
      const checked = await workbook(`<row>${number(101601)}${text("2", 1)}${number(25)}</row>`, {
        styles: formatted(code),
      });
      expect(checked.verdict.good).toHaveLength(1);
    },
  );

  it.each(["0*0", "0*,0", "*10"])(
    "that fills the cell with digits keeps its row from being ready: %s",
    async (code) => {
      const checked = await workbook(`<row>${number(101601)}${number(5, 1)}${number(25)}</row>`, {
        styles: formatted(code),
      });
      expect(checked.verdict.good).toEqual([]);
    },
  );
});

describe("a format that depends on a condition", () => {
  const row = `<row>${number(101601)}${number(2)}${number(25)}</row>`;
  const dxfs = (format: string) =>
    `<cellXfs><xf numFmtId="0"/></cellXfs><dxfs count="2"><dxf/><dxf>${format}</dxf></dxfs>`;
  const rule =
    '<conditionalFormatting sqref="A1:A1 B2:C9"><cfRule type="expression" dxfId="1"><formula>$B2&gt;1</formula></cfRule></conditionalFormatting>';

  it.each(["<font><strike/></font>", '<numFmt numFmtId="170" formatCode=";;;"/>'])(
    "is asked about if it changes what is seen: %s",
    async (format) => {
      const { questions } = await workbook(row + row, { styles: dxfs(format), after: rule });
      expect(questions).toMatchObject([{ kind: "conditional-rows", rows: { first: [2, 3], count: 2 } }]);
    },
  );

  it("is asked about in the form of newer programs", async () => {
    const after = `<extLst><ext xmlns:x14="x14" xmlns:xm="xm"><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule type="expression"><x14:dxf><font><strike/></font></x14:dxf></x14:cfRule><xm:sqref>A2:C2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`;
    expect((await workbook(row + row, { after })).questions).toMatchObject([
      { kind: "conditional-rows", rows: { first: [2] } },
    ]);
  });

  it.each(["<font><b/></font>", "<fill/>", '<font><strike val="0"/></font>'])(
    "is none that only colours: %s",
    async (format) =>
      expect((await workbook(row, { styles: dxfs(format), after: rule })).questions).toEqual([]),
  );
});

describe("a heading that is merged over several columns", () => {
  it("is asked about, because each of them may be meant", async () => {
    const heads = `<row>${text("Product ID")}${text("Quantity")}<c/>${text("Amount")}</row>`.replace(
      "<c/>",
      '<c r="C1"/>',
    );
    const rows = `<row>${number(101601)}${number(2)}${number(20)}${number(25)}</row>`;
    const sheet = sheetXml(heads + rows).replace(
      "</sheetData>",
      '</sheetData><mergeCells><mergeCell ref="B1:C1"/></mergeCells>',
    );
    const bytes = await zipOf(workbookParts({ Order: sheet }));
    const { questions } = await checkSource({ kind: "file", name: "t.xlsx", bytes });
    expect(questions).toMatchObject([{ kind: "column", field: "quantity", columns: [1, 2] }]);
  });
});
