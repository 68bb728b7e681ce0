import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { errorFile } from "./errorFile.ts";
import type { ImportSource } from "./openSource.ts";
import { amountOf, checkSource } from "./testing.ts";

async function importFixture(name: string): Promise<ImportSource> {
  const bytes = await readFile(new URL(`../../../tests/fixtures/imports/${name}`, import.meta.url));
  return { kind: "file", name, bytes: Uint8Array.from(bytes) };
}

/** Imports the rows of a table that need work as they were downloaded, unchanged. */
async function importedAgain(given: Awaited<ReturnType<typeof checkSource>>) {
  const { verdict, heads, settings } = given;
  return checkSource({ kind: "text", text: errorFile(verdict, heads, settings.mapping) });
}

const textOf = (text: string) => checkSource({ kind: "text", text });

describe("a row that was refused, imported again from our own download", () => {
  it.each([
    ["with a date as quantity or amount", "dates-as-amount-and-quantity.xlsx"],
    ["wider than the headings", "wider-than-headings.csv"],
    ["with an amount that was split before a blank last cell", "blank-last-cell-hides-split-amount.csv"],
  ])("stays refused: %s", async (_what, name) => {
    const first = await checkSource(await importFixture(name));
    expect(first.verdict.good).toEqual([]);
    const again = await importedAgain(first);
    expect(again.verdict.good).toEqual([]);
    expect(again.verdict.bad).toHaveLength(first.verdict.bad.length);
  });

  it.each([
    ["a line above it", "Product ID,Quantity,Amount,Note\nStorno,,,\n101601,3,25,\n"],
    [
      "headings above it that name other columns",
      "Product ID,Quantity,Amount\n101601,2,25\nProduct ID,Amount,Quantity\n101601,30,20\n",
    ],
  ])("stays refused if what was wrong is not in the download: %s", async (_what, text) => {
    const first = await textOf(text);
    const again = await importedAgain(first);
    expect(again.verdict.good).toEqual([]);
    expect(again.verdict.bad).toHaveLength(first.verdict.bad.length);
    // As earlier versions wrote them.
    const { verdict, heads, settings } = first;
    const before = errorFile(verdict, heads, settings.mapping)
      .split("\r\n")
      .map((line) => line.replace(/,([^,]*),([^,]*)$/, ",$2,$1"));
    expect(before[0]).toMatch(/,Row,Reason$/);
    expect((await textOf(before.join("\n"))).verdict.good).toEqual([]);
  });

  it("is not asked about as if the number of its row were the decimals of its amount", async () => {
    const first = await textOf("Product ID,Quantity,Amount\n101601,x,25\n");
    expect((await importedAgain(first)).questions.map(({ kind }) => kind)).toEqual([]);
  });

  it("stays refused if it was downloaded before rows were compared with unnamed columns", async () => {
    const source = await importFixture("wider-than-headings-own-download.csv");
    expect((await checkSource(source)).verdict.good).toEqual([]);
  });

  it.each([
    [
      "a quantity that is not whole, in a column that a member chose",
      "id,foo\n101601,2.5\n",
      { productId: 0, quantity: 1 },
    ],
    [
      "another column that could be the amount",
      "Product ID,Amount,Price,Qty\n101601,10,7x,1\n",
      { productId: 0, amount: 2, quantity: 3 },
    ],
    [
      "a column that a member did not use",
      "Product ID,Amount,Qty\n900003,,x\n",
      { productId: 0, quantity: 2 },
    ],
    ["a table without headings and an unused column", "900003\tx\tDE\n", { productId: 0, quantity: 1 }],
  ])("keeps the columns as they were chosen: %s", async (_what, text, mapping) => {
    const first = await checkSource({ kind: "text", text }, { mapping });
    expect(first.verdict.good).toEqual([]);
    const again = await importedAgain(first);
    expect(again.verdict.good).toEqual([]);
    expect(again.settings.mapping).toEqual(first.settings.mapping);
  });

  it("holds no value that the file did not show: a date is a date, and an error an error", async () => {
    const first = await checkSource(await importFixture("dates-as-amount-and-quantity.xlsx"));
    const file = errorFile(first.verdict, first.heads, first.settings.mapping);
    expect(file).toContain("2021-05-16");
    expect(file).not.toMatch(/44332|46115/);
  });
});

it("a row whose amount was split as in all rows of its table is refused, and so is its download", async () => {
  const first = await textOf("101601,1,1,000,n\n101601,1,0.01,n,7\n");
  expect(first.verdict.good.map(amountOf)).not.toContainEqual(expect.objectContaining({ amount: "1.00" }));
  expect((await importedAgain(first)).verdict.good).toEqual([]);
});

describe("a row wider than its table", () => {
  it.each([
    [
      "with the amount before the quantity",
      "Product ID,Amount,Quantity,Note\n101601,25,50,1,\n",
      { amount: "25,50", quantity: "1" },
    ],
    [
      "with the amount last",
      "Product ID,Quantity,Amount\n101601,1,25,50\n",
      { amount: "25,50", quantity: "1" },
    ],
    [
      "with the amount last and a note",
      "Product ID,Quantity,Amount,Note\n101601,1,25,50,\n",
      { amount: "25,50", quantity: "1" },
    ],
    [
      "with thousands",
      "Product ID,Amount,Quantity,Note\n101601,1,250,2,\n",
      { amount: "1,250", quantity: "2" },
    ],
    [
      "with a heading row that ends blank",
      "Product ID,Amount,Quantity,\n101601,25,50,1\n",
      { amount: "25,50", quantity: "1" },
    ],
    ["without headings", `${"101601,10,1\n".repeat(4)}101601,25,50,1\n`, { amount: "25,50", quantity: "1" }],
  ])("is refused with its likely meaning: %s", async (_what, text, likely) => {
    const { verdict } = await textOf(text);
    const [bad] = verdict.bad;
    expect(verdict.good.map(amountOf)).not.toContainEqual(expect.objectContaining({ amount: "25.00" }));
    expect(bad?.verdict.problems.row).toContain(likely.amount);
    expect(bad?.row.likely).toMatchObject(likely);
  });
});
