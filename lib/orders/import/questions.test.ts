import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { errorFile } from "./errorFile.ts";
import { withAnswer, withColumn } from "./questions.ts";
import { amountOf, checkSource } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const fixture = async (name: string) => {
  const bytes = await readFile(new URL(`../../../tests/fixtures/imports/${name}`, import.meta.url));
  return { kind: "file" as const, name, bytes: Uint8Array.from(bytes) };
};
const check = (
  text: string,
  ...more: [Parameters<typeof checkSource>[1]?, Parameters<typeof checkSource>[2]?]
) => checkSource({ kind: "text", text }, ...more);
const sheet = async (xml: string) => {
  const bytes = await zipOf(workbookParts({ Order: xml }));
  return checkSource({ kind: "file", name: "t.xlsx", bytes });
};
const cells = (...values: (number | string)[]) =>
  values
    .map((value) =>
      typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`,
    )
    .join("");
/** The rows of a workbook, from text with tabs. */
const sheetOf = (text: string) =>
  sheet(
    sheetXml(
      text
        .trimEnd()
        .split("\n")
        .map((line) => {
          const values = line.split("\t").map((each) => (/^\d+$/.test(each) ? Number(each) : each));
          return `<row>${cells(...values)}</row>`;
        })
        .join(""),
    ),
  );

const NAMES = "Product ID,Amount,Quantity\n";

describe("columns of numbers without names", () => {
  it("are the amount where they have decimals, wherever that is", async () => {
    const { questions, verdict } = await checkSource(await fixture("headless-id-quantity-amount.tsv"));
    expect(questions).toEqual([]);
    expect(verdict.good.map(amountOf)).toEqual([
      { productId: 101601, amount: "25.50", quantity: "20" },
      { productId: 101601, amount: "12.50", quantity: "10" },
    ]);
  });

  it.each([
    ["whole numbers", "101601\t20\t25\n", [["amount", [1, 2]]]],
    ["two columns with decimals", "101601\t2.50\t5.00\n", [["amount", [1, 2]]]],
    ["an amount and two whole numbers", "101601\t2.50\t5\t7\n", [["quantity", [2, 3]]]],
    [
      "three whole numbers",
      "101601\t2\t5\t7\n",
      [
        ["amount", [1, 2, 3]],
        ["quantity", [1, 2, 3]],
      ],
    ],
    ["a longer number behind the first", "20\t101601\t2.50\n", [["productId", [0, 1]]]],
    [
      "numbered rows",
      "1\t101601\t2\n2\t101601\t3\n",
      [
        ["productId", [0, 1]],
        ["amount", [1, 2]],
      ],
    ],
    ["a quantity that most rows lack", "101601\t2.50\t1\n101601\t2.50\n101601\t2.50\n", [["quantity", [2]]]],
    ["a sign without decimals", '101601,1,2\n101601,1,"1', [["amount", [1, 2]]]],
    ["one decimal far below", `${"101601\t20\t25\n".repeat(9)}101601\t20\t25,50\n`, []],
  ])("are asked about where they can be swapped: %s", async (_what, text, asked) => {
    const { questions } = await check(text);
    expect(questions.map((each) => each.kind === "column" && [each.field, each.columns])).toEqual(asked);
  });

  it("change places with the column that is chosen", async () => {
    const first = await check("101601\t20\t25\n");
    expect(first.verdict.good.map(amountOf)).toEqual([
      { productId: 101601, amount: "20.00", quantity: "25" },
    ]);
    const settings = withColumn(first.settings, "amount", 2);
    const { questions, verdict } = await check("101601\t20\t25\n", settings);
    expect(questions).toEqual([]);
    expect(verdict.good.map(amountOf)).toEqual([{ productId: 101601, amount: "25.00", quantity: "20" }]);
  });
});

describe("a table separated by commas, of which amounts may have been split", () => {
  it.each([
    ["rows of several widths without names", `${"101601,1,20.00\n".repeat(4)}101601,1,20.00,1`, [5]],
    ["zeros that only a split number begins with", "101601,1,000.01\n101601,1,2", [1]],
    ["a hundred that may have been thousands", "101601,1,100.01\n101601,1,1", [1]],
    ["an amount before a quantity without names", "101601,1,100,1\u200b,n\n101601,0.01,1,n,7", [1]],
    ["thousands before the amount without names", "101601,3,828.01,1,n\n101601,1,1,n,7", [1]],
    [
      "a row that lacks its last cell beside one that was split",
      `${NAMES}101601,25,50,1\n101601,30,75\n101601,30,5`,
      [3],
    ],
  ])("is asked about: %s", async (_what, text, rows) => {
    const { questions, settings } = await check(text);
    const uneven = questions.filter(({ kind }) => kind === "uneven-rows");
    expect(uneven).toMatchObject([{ rows: { first: rows, count: rows.length } }]);
    const answered = await check(text, withAnswer(settings, uneven[0]?.id ?? ""));
    expect(answered.questions.filter(({ kind }) => kind === "uneven-rows")).toEqual([]);
  });

  it.each([
    ["rows of one width", "101601,3,50.00\n101601,2,20.00"],
    ["an amount, a quantity and a note", "101601,25,10,n\n101601,25.50,10,n"],
    ["a row that lacks its last cell, if none was split", `${NAMES}101601,30,75\n101601,30`],
    ["another separator", "101601;1;000.00\n101601;1;000.00;1"],
  ])("is not asked about: %s", async (_what, text) => {
    const { questions } = await check(text);
    expect(questions.filter(({ kind }) => kind === "uneven-rows")).toEqual([]);
  });
});

describe("a table without a quantity", () => {
  it.each([
    ["Product ID\tAmount\tOrdered\n101601\t25\t10", [2]],
    ["Product ID\tAmount\tQuantity (packs)\tBoxes\n101601\t25\t10\t3", [2, 3]],
    ["Product ID\tAmount\tTotal\n101601\t25\t25", [2]],
  ])("is asked about if other numbers may be it: %j", async (text, columns) => {
    const { questions, settings } = await check(text);
    expect(questions).toMatchObject([{ kind: "column", field: "quantity", columns }]);
    const oneOfEach = await check(text, withAnswer(settings, questions[0]?.id ?? ""));
    expect(oneOfEach.questions).toEqual([]);
    expect(oneOfEach.verdict.good.map(amountOf)).toMatchObject([{ amount: "25.00", quantity: "1" }]);
    const chosen = await check(text, withColumn(settings, "quantity", columns[0] ?? 0));
    // Its name may say of what the pieces are counted.
    expect(chosen.questions).toMatchObject(text.includes("packs") ? [{ kind: "unlike-rows" }] : []);
    expect(chosen.verdict.good.map(amountOf)).toMatchObject([
      { amount: "25.00", quantity: text.includes("Total") ? "25" : "10" },
    ]);
  });

  it.each([
    ["one column numbers the rows", "No\tProduct ID\tAmount\n1\t101601\t25\n2\t101601\t30"],
    ["nothing else is a number", "Product ID\tAmount\tNote\n101601\t25\tfor Bob"],
    ["the amount is another number's name", "Product ID\tAmount\tWeight\n101601\t25\t1.5"],
  ])("is one of each if %s", async (_what, text) => {
    expect((await check(text)).questions).toEqual([]);
  });
});

describe("a workbook of several sheets", () => {
  const rowsOf = (...rows: (string | number)[][]) =>
    sheetXml(rows.map((each) => `<row>${cells(...each)}</row>`).join(""));
  const order = (quantity: number) => rowsOf(["Product ID", "Quantity"], [900003, quantity]);
  const book = async (sheets: Record<string, string>, choice = {}) => {
    const bytes = await zipOf(workbookParts(sheets));
    return checkSource({ kind: "file", name: "t.xlsx", bytes }, {}, choice);
  };

  it("that can be the order is asked about, and only the chosen one is read", async () => {
    const sheets = { January: order(2), Notes: rowsOf(["Hello"]), February: order(3) };
    expect((await book(sheets)).questions).toEqual([{ kind: "sheet", id: "sheet", sheets: [0, 2] }]);
    const chosen = await book(sheets, { sheet: 2 });
    expect(chosen.questions).toEqual([]);
    expect(chosen.verdict.good.map(({ line }) => line.quantity)).toEqual(["3"]);
  });

  it("is refused if its first one is, whatever follows", async () => {
    const damaged = sheetXml('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>2</v></c></row>');
    await expect(book({ Order: damaged, Prices: order(2) })).rejects.toThrow("out of order");
    const { verdict } = await book({ Order: order(2), Damaged: damaged });
    expect(verdict.good).toHaveLength(1);
  });

  it("is read from the one with names of columns, wherever it is", async () => {
    const { questions, verdict } = await book({ "Read me": rowsOf(["Hello"], ["Bye"]), Order: order(2) });
    expect(questions).toEqual([]);
    expect(verdict.good.map(({ line }) => line.quantity)).toEqual(["2"]);
  });
});

describe("rows with fewer cells than names", () => {
  it.each([
    ["Product ID,Note,Quantity,PO\n900003,x,2,55\n900003,5,77\n", [3]],
    ["Product ID;Quantity;PO\n900003;2;55\n900003;77\n", [3]],
    ["Product ID\tNote\tQuantity\tPO\n900003\t5\t77\n", [2]],
  ])("are asked about: %j", async (text, first) => {
    const { questions, settings } = await check(text);
    expect(questions).toMatchObject([{ kind: "short-rows", rows: { first, count: 1 } }]);
    const answered = await check(text, withAnswer(settings, questions[0]?.id ?? ""));
    expect(answered.questions).toEqual([]);
  });

  it.each(["Product ID,Quantity,PO\n900003,2,\n", "Product ID,Quantity,PO,\n900003,2,5\n"])(
    "are none if their blank cells are written: %j",
    async (text) => expect((await check(text)).questions).toEqual([]),
  );
});

describe("numbers behind the amounts of a table separated by commas", () => {
  it.each([
    ["Product ID,Quantity,Amount,Note\n101601,2,25,50\n101601,3,30,00\n", [2, 3]],
    ["Product ID,Quantity,Amount,Note\n101601,2,25,5\n101601,3,30,\n101601,3,30,\n", [2]],
    ["Product ID,Quantity,Amount,PO\n900003,2,10,00\n900003,2,10,00\n", [2, 3]],
    ["Product ID,Amount,Quantity,Note\n101601,25,50,3\n101601,30,99,4\n", [2, 3]],
  ])("may be their decimals, and are asked about: %j", async (text, first) => {
    expect((await check(text)).questions).toMatchObject([{ kind: "uneven-rows", rows: { first } }]);
  });

  it.each([
    "Product ID,Quantity,Amount,Note\n101601,2,25,for Bob\n101601,3,30,see 12\n101601,3,30,7\n",
    "Product ID,Quantity,Amount,PO\n101601,2,25.00,50\n",
    "Product ID,Quantity,Amount,PO\n101601,2,25,4711\n",
    "Product ID,Amount,Quantity,Note\n101601,25,50,for Bob\n",
    "Product ID;Quantity;Amount;PO\n101601;2;25;50\n",
  ])("are none of them: %j", async (text) => expect((await check(text)).questions).toEqual([]));
});

describe("a column that may be the quantity", () => {
  it.each([
    ["units", "Product ID\tOrdered\n900003\t2\n900003\t3 pcs\n", [1]],
    ["multiples", "Product ID\tOrdered\n900003\tx2\n900003\t×10\n", [1]],
    ["decimals of zero", "Product ID\tOrdered\n900003\t2.0\n900003\t10.0\n", [1]],
    ["thousands", "Product ID\tOrdered\n900003\t1,000\n900003\t10\n", [1]],
    ["remarks among numbers", "Product ID\tOrdered\n900003\t2\n900003\t3\nTotal\tfive\n", [1]],
    ["numbers that follow each other", "Product ID\tOrdered\n900003\t2\n900003\t3\n", [1]],
    ["words among numbers, without names", "900003\ttwo\n900003\t3\n900005\t4\n", [1]],
  ])("is asked about also with %s", async (_what, text, columns) => {
    expect((await check(text)).questions).toMatchObject([{ kind: "column", field: "quantity", columns }]);
  });

  it.each([
    ["a date", "Product ID\tUntil\n900003\t2027-01-02\n"],
    ["a discount", "Product ID\tDiscount\n900003\t10%\n"],
    ["a long number", "Product ID\tEAN\n900003\t4006381333931\n"],
    ["a line's number", "Pos\tProduct ID\n2\t900003\n3\t900003\n"],
  ])("is not %s", async (_what, text) => expect((await check(text)).questions).toEqual([]));

  it.each([
    ["Product ID\tOrder\t\n900003\t3\t10\n", [1, 2]],
    ["\tProduct ID\tAmount\n1\t101601\t20\n2\t101601\t30\n3\t101601\t40\n5\t101601\t40\n", [0]],
  ])("is asked about in a workbook that has a column without a name: %j", async (text, columns) => {
    expect((await sheetOf(text)).questions).toMatchObject([{ field: "quantity", columns }]);
  });
});

describe("columns whose names hold another one's", () => {
  it.each([
    ["Product ID\tQuantity\tQuantity (new)\tAmount\n101601\t2\t10\t25\n", "quantity", [1, 2]],
    ["Product ID\tQty\tQty per pack\tAmount\n101601\t2\t10\t25\n", "quantity", [1, 2]],
    ["Product ID\tQuantity\tAmount\tNew amount\n101601\t2\t25\t30\n", "amount", [2, 3]],
    ["Product ID\tQuantity\tAmount (USD)\n900003\t2\t25\n", "amount", [2]],
    ["Product ID\tNew product ID\tQuantity\n900003\t900005\t2\n", "productId", [0, 1]],
  ])("are asked about: %j", async (text, field, columns) => {
    const { questions, settings } = await check(text);
    expect(questions).toMatchObject([{ kind: "column", field, columns }]);
    expect((await check(text, withAnswer(settings, questions[0]?.id ?? ""))).questions).toEqual([]);
  });

  it.each([
    ["equal", "Product ID\tQuantity\tQuantity (old)\tAmount\n101601\t2\t2\t25\n"],
    ["a text", "Product ID\tQuantity\tAmount\tPrice list\n101601\t2\t25\tB\n"],
    ["what the row costs", "Product ID\tQuantity\tUnit price\tTotal price\n101601\t2\t25\t50\n"],
    ["another id", "Product ID\tOrder ID\tQuantity\n900003\t7\t2\n"],
  ])("are no question if the other is %s", async (_what, text) =>
    expect((await check(text)).questions).toEqual([]),
  );
});

describe("two columns that are called the same", () => {
  it.each([
    ["Product ID\tAmount\tAmount\tQty\n101601\t10\t20\t1\n", "amount", [1, 2]],
    ["Product ID\tPrice\tAmount\tQty\n101601\t10\t20\t1\n", "amount", [1, 2]],
    ["Product ID\tQty\tQuantity\tAmount\n101601\t1\t2\t10\n", "quantity", [1, 2]],
    ["ID\tSKU\tQty\tAmount\n101601\t100657\t2\t10\n", "productId", [0, 1]],
    ["SKU\tQty\tCountry\tRegion\n900003\t2\tDE\tAT\n", "country", [2, 3]],
    ["ID\tProduct\tQty\n3\tDelivers late\t1\n4\tDelivers late\t1\n", "productId", [0, 1]],
    ["Product\tTitle\tQty\nDelivers late\tAnother\t1\n", "name", [0, 1]],
  ])("are asked about: %j", async (text, field, columns) => {
    expect((await check(text)).questions).toEqual([
      { kind: "column", id: `column ${field} of ${columns.join(",")}`, field, columns },
    ]);
  });

  it.each([
    ["equal cells", "Product ID\tPrice\tAmount\tQty\n101601\t10\t10 \t1\n"],
    ["no cells in one of them", "Product ID\tPrice\tAmount\tQty\n101601\t10\t\t1\n"],
    ["names beside an id", "Product ID\tProduct\tTitle\tQty\n900003\tOne\tTwo\t1\n"],
  ])("are no question with %s", async (_what, text) => expect((await check(text)).questions).toEqual([]));

  it("are no question once a member has answered", async () => {
    const text = "Product ID\tPrice\tAmount\tQty\n101601\t10\t20\t1\n";
    const { settings } = await check(text);
    expect((await check(text, withColumn(settings, "amount", 2))).verdict.good[0]?.line.amount).toBe("20.00");
    expect((await check(text, withAnswer(settings, "column amount"))).questions).toEqual([]);
  });
});

describe("two lone quotation marks", () => {
  it("are asked about where they may have swallowed a row, and all rows are there once read as text", async () => {
    const source = await fixture("two-lone-quotes.tsv");
    const { questions, table } = await checkSource(source);
    expect(questions).toMatchObject([{ kind: "quotes", rows: { first: [2], count: 1 } }]);
    expect(table.notes.join()).toContain("Row 2 has a cell in quotation marks that holds a line break");
    const mapping = { productId: 0, quantity: 2, amount: 3 };
    const asText = await checkSource(source, { mapping }, { quotesAreText: true });
    expect(asText.questions).toEqual([]);
    expect(asText.verdict.good.map(({ line }) => line.quantity)).toEqual(["1", "200", "3", "4"]);
  });

  it.each([
    [
      "in the cells of a CSV",
      'Product ID,Name,Quantity,Amount\n101601,"5 inch,1,10\n101601,x,200,10\n101601,6 inch",3,10\n',
    ],
    [
      "in the last and the first column",
      'Name\tProduct ID\tNote\nx\t101601\t"5\ny\t101601\tz\n6"\t101601\ta\n',
    ],
  ])("are asked about %s", async (_what, text) => {
    expect((await check(text)).questions).toMatchObject([{ kind: "quotes" }]);
  });

  it("are only noted where they cannot hold a row", async () => {
    const { questions, table } = await check('Product ID\tName\tQuantity\n900003\t"two\nlines"\t1\n');
    expect(questions).toEqual([]);
    expect(table.notes).toEqual(["Row 2 has a cell in quotation marks that holds a line break or a tab."]);
    expect((await check('Product ID,Name\n900003,"Card, 25"\n')).table.notes).toEqual([]);
  });
});

describe("what a spreadsheet hides", () => {
  it("is asked about with the numbers of its rows, before a total is shown", async () => {
    const { questions } = await checkSource(await fixture("hidden-row.xlsx"));
    expect(questions).toEqual([
      { kind: "hidden-rows", id: "hidden rows 1 3", rows: { first: [3], count: 1 } },
    ]);
  });

  it("is asked about by its column, if that column counts", async () => {
    const { questions } = await checkSource(await fixture("hidden-amount-column.xlsx"));
    expect(questions).toEqual([{ kind: "hidden-column", id: "hidden amount 2", field: "amount", column: 2 }]);
  });

  const head = `<row r="1">${cells("sku", "quantity", "amount")}</row>`;
  const row = (number: number, more: string) => `<row r="${number}" ${more}>${cells(101601, 5, 10)}</row>`;
  it.each([
    ["the attribute of a row", head + row(2, "") + row(3, 'hidden="1"'), [3]],
    ["a height of 0", head + row(2, "") + row(3, 'ht="0" customHeight="1"'), [3]],
    [
      "a collapsed group",
      head + row(2, 'outlineLevel="1"') + row(3, 'outlineLevel="1"') + row(4, 'collapsed="1"'),
      [2, 3],
    ],
  ])("is known by %s", async (_what, rows, first) => {
    expect((await sheet(sheetXml(rows))).questions).toMatchObject([{ kind: "hidden-rows", rows: { first } }]);
  });

  it("is known by the default of a sheet", async () => {
    const xml = sheetXml(head + row(2, 'ht="15"') + row(3, ""));
    const hidden = xml.replace("<sheetData>", '<sheetFormatPr zeroHeight="1"/><sheetData>');
    expect((await sheet(hidden)).questions).toMatchObject([{ kind: "hidden-rows", rows: { first: [3] } }]);
  });

  it.each([
    ['<col min="2" max="3" hidden="1"/>', ["quantity", "amount"]],
    ['<col min="3" max="3" width="0"/>', ["amount"]],
    [
      '<col min="2" max="2" outlineLevel="1"/><col min="3" max="3" outlineLevel="1"/><col min="4" max="4" collapsed="1"/>',
      ["quantity", "amount"],
    ],
    ['<col min="9" max="16384" hidden="1"/>', []],
  ])("is known by %s", async (columns, fields) => {
    const xml = sheetXml(head + row(2, "")).replace("<sheetData>", `<cols>${columns}</cols><sheetData>`);
    const { questions } = await sheet(xml);
    expect(new Set(questions.map((each) => each.kind === "hidden-column" && each.field))).toEqual(
      new Set(fields),
    );
  });
});

describe("a table that begins with something else than its columns", () => {
  it.each(["separator-named-in-quotes.csv", "title-with-commas.csv"])(
    "is read all the same: %s",
    async (name) => {
      const { questions, verdict } = await checkSource(await fixture(name));
      expect(questions).toEqual([]);
      expect(verdict.bad).toEqual([]);
      expect(verdict.good[0]?.line).toMatchObject({ productId: 101601, quantity: "1" });
    },
  );

  it.each(["sep=;", '"sep=;"', "SEP=;", "sep=;;;", '"sep=;";;', "Sep=; "])(
    "has the separator that %s names",
    async (line) => {
      const { verdict } = await check(`${line}\r\nProduct ID;Quantity;Amount\r\n101601;2;10,50\r\n`);
      expect(verdict.good.map(amountOf)).toEqual([{ productId: 101601, amount: "10.50", quantity: "2" }]);
    },
  );

  it("says which rows stand above the names of its columns, and loses none that may be an order", async () => {
    const titled = await check("Order of May\n\nProduct ID\tQty\n900003\t2\n");
    expect(titled.verdict).toMatchObject({ titleRows: 1, blankRows: 1, good: [{ row: 4 }] });
    expect(titled.table.notes.join()).toContain(
      "Row 1 stands above the names of the columns and was left out: “Order of May”",
    );
    const ordered = await check("900003\t2\nProduct ID\tQty\n900005\t1\n");
    expect(ordered.verdict.titleRows).toBe(0);
    expect(ordered.table.rows).toHaveLength(3);
  });
});

describe("a workbook that shows another number than it stores", () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0,"/><numFmt numFmtId="171" formatCode=";;;"/></numFmts><cellXfs>${[0, 1, 9, 170, 171].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;
  const rows = `<row r="1">${cells("sku", "quantity", "amount")}</row>`;
  const amount = (value: string, style: number) =>
    `<row r="2"><c><v>101601</v></c><c><v>1</v></c><c s="${style}"><v>${value}</v></c></row>`;
  const checked = async (xml: string) => {
    const bytes = await zipOf(workbookParts({ Order: sheetXml(rows + xml) }, { "xl/styles.xml": styles }));
    return checkSource({ kind: "file", name: "t.xlsx", bytes });
  };

  it.each([
    ["rounded", "25.5", 1],
    ["in percent", "25", 2],
    ["in thousands", "25000", 3],
    ["not at all", "25", 4],
  ])("has no row that is ready, nor in its download: %s", async (_what, value, style) => {
    const { verdict, heads, settings } = await checked(amount(value, style));
    expect(verdict.good).toEqual([]);
    const again = await check(errorFile(verdict, heads, settings.mapping));
    expect(again.verdict.good).toEqual([]);
  });

  it("is refused with two values in one cell, or two cells in one place", async () => {
    const two = amount("2", 0).replace("</v></c></row>", "</v><v>5</v></c></row>");
    await expect(checked(two)).rejects.toThrow(/out of order/);
    const same = '<row r="2"><c r="A2"><v>101601</v></c><c r="C2"><v>1</v></c><c r="C2"><v>9</v></c></row>';
    await expect(checked(same)).rejects.toThrow(/out of order/);
  });
});
