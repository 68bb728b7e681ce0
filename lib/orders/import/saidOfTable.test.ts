import { describe, expect, it } from "vitest";
import { errorFile } from "./errorFile.ts";
import { withAnswer, withColumn } from "./questions.ts";
import { checkSource } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const TABLE = "Product ID\tAmount\tQuantity\n100657\t25\t3";
const check = (text: string) => checkSource({ kind: "text", text });
const row = (head: string, cell: string) =>
  check(`Product ID\tAmount\tQuantity\t${head}\n100657\t25\t3\t${cell}\n100657\t30\t4\t`);

describe("a line above or below a table that says something of all its rows", () => {
  it.each([
    "CANCELLED – do not order",
    "Template, example only",
    "Already ordered on 12 November",
    "Quotation – not an order",
    "All quantities x 2",
    "Quantities in dozens",
    "Muster: bitte nicht verwenden",
    "Devis du 3 novembre",
    "Old prices",
  ])("is asked about before the total is shown: %s", async (line) => {
    for (const text of [`${line}\n${TABLE}`, `${TABLE}\n${line}\t\t`]) {
      const { questions, settings } = await check(text);
      const [question, ...others] = questions;
      expect([question, others]).toMatchObject([{ kind: "unlike-rows", sample: line }, []]);
      const answered = withAnswer(settings, question?.id ?? "");
      expect((await checkSource({ kind: "text", text }, answered)).questions).toEqual([]);
    }
  });

  it.each(["Order of November", "Gift cards for our customers", "Prepared by Ann, checked by Ben"])(
    "is no question if it says nothing of them: %s",
    async (line) => {
      expect((await check(`${line}\n${TABLE}`)).questions).toEqual([]);
    },
  );

  it.each(["Cancelled", "Template", "Old orders"])("is the name of its sheet, too: %s", async (name) => {
    const cells = ["Product ID", "Quantity"].map((each) => `<c t="inlineStr"><is><t>${each}</t></is></c>`);
    const sheet = sheetXml(
      `<row r="1">${cells.join("")}</row><row r="2"><c><v>900003</v></c><c><v>2</v></c></row>`,
    );
    const bytes = await zipOf(workbookParts({ [name]: sheet }));
    const { questions } = await checkSource({ kind: "file", name: "o.xlsx", bytes });
    expect(questions).toMatchObject([{ kind: "unlike-rows", sample: name }]);
  });
});

describe("the name of a column that says a unit", () => {
  it.each([
    ["Amount (cents)", "Quantity"],
    ["Amount in cents", "Quantity"],
    ["amount_minor", "Quantity"],
    ["Amount (000s)", "Quantity"],
    ["Amount", "Quantity (dozens)"],
    ["Amount", "Qty (packs of 10)"],
    ["Amount", "Quantity per 100"],
    ["Amount", "Quantity x10"],
  ])("is asked about once it is known which column it is: %s, %s", async (amount, quantity) => {
    const text = `Product ID\t${amount}\t${quantity}\n100657\t2500\t3`;
    const first = await check(text);
    const chosen = withColumn(withColumn(first.settings, "amount", 1), "quantity", 2);
    const { questions } = await checkSource({ kind: "text", text }, chosen);
    expect(questions).toMatchObject([{ kind: "unlike-rows", isHeading: true }]);
  });
});

describe("a column of numbers beside the quantity", () => {
  it.each([
    "Remaining",
    "Ordered",
    "Already delivered",
    "Open qty",
    "Final",
    "Revised quantity",
    "Restmenge",
  ])("may say how many are left or were bought: %s", async (head) => {
    expect((await row(head, "3")).questions).toMatchObject([
      { kind: "column", field: "quantity", columns: [2, 3] },
    ]);
  });

  it.each(["Stock", "Discount", "Age"])("says nothing of it: %s", async (head) => {
    expect((await row(head, "7")).questions).toEqual([]);
  });

  it.each(["Sets", "Case size", "Copies", "x"])(
    "may say of what the pieces are counted: %s",
    async (head) => {
      expect((await row(head, "10")).verdict.bad).toMatchObject([
        { verdict: { problems: { row: `This row says “${head}: 10”. Is it to be ordered?` } } },
      ]);
    },
  );
});

describe("a note that says of its row that something is not sure", () => {
  it.each([
    "only 1 please",
    "should be 50",
    "qty 20",
    "not confirmed",
    "not yet final",
    "TBC",
    "pending approval",
    "please check",
    "double check amount",
    "wrong price?",
    "?",
    "noch nicht klar",
    "bitte prüfen",
  ])("keeps it from being Ready, and stays with it in the download: %s", async (note) => {
    const { verdict, heads, settings } = await row("Note", note);
    expect(verdict.bad.map(({ row: { row: number } }) => number)).toEqual([2]);
    expect(verdict.good).toHaveLength(1);
    const again = await check(errorFile(verdict, heads, settings.mapping));
    expect(again.verdict.good).toEqual([]);
  });

  it.each(["for Ann", "3 vouchers for the team", "checked", "quick please", "confirmed", "5 stars"])(
    "is another one if it says nothing of the kind: %s",
    async (note) => {
      expect((await row("Note", note)).verdict.bad).toEqual([]);
    },
  );

  it("counts below a heading that says who has to approve", async () => {
    const { verdict } = await row("Approved by manager", "no");
    expect(verdict.bad[0]?.row.row).toBe(2);
  });
});

describe("a description that names another country than the product's", () => {
  it("keeps its row from being Ready", async () => {
    const text =
      "Product ID\tDescription\tQuantity\n900003\tStreamly card, US store\t2\n900003\tStreamly card DE\t2";
    const { verdict } = await check(text);
    expect(verdict.bad.map(({ row: { row: number } }) => number)).toEqual([2]);
  });
});
