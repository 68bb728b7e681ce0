import { describe, expect, it } from "vitest";
import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import { rowFingerprints } from "./rowFingerprints.ts";
import { countRecognised, countRepeated } from "#lib/orders/references/recognisedRows.ts";
import { checkSource } from "./testing.ts";

const table = (...rows: string[][]): TableRow[] => rows.map((cells, at) => ({ row: at + 2, cells }));
const MAPPING = { productId: 0, amount: 1, quantity: 2 };
const wholes = (rows: TableRow[]) =>
  [...rowFingerprints([], rows, MAPPING).values()].map(({ whole }) => whole);
const printsOf = (rows: TableRow[]) => wholes(rows).toSorted((one, other) => one - other);

describe("the fingerprints of a table's rows", () => {
  it("are the same wherever a row stands, and in whichever order its cells", () => {
    const [one, other] = [
      ["101601", "25.50", "2"],
      ["100657", "10", "1"],
    ];
    expect(printsOf(table(one, other))).toEqual(printsOf(table(other, one)));
    expect(printsOf(table(one))).toEqual(printsOf(table(one.toReversed())));
    expect(printsOf(table(one))).toEqual(printsOf(table(["", ...one, " "])));
  });

  it.each([
    ["25.50", "25.5"],
    ["25.00", "25"],
    ["25,50", "25.5"],
    ['="900003"', "900003"],
    ["'=1", "=1"],
    ["Steam  Card ", "steam card"],
    ["\u0661\u0660", "10"],
    ["900003\u200b", "900003"],
  ])("do not depend on how a kind of file writes %s", (one, other) => {
    expect(printsOf(table(["101601", one]))).toEqual(printsOf(table(["101601", other])));
  });

  it.each([
    [
      ["101601", "25"],
      ["101601", "26"],
    ],
    [
      ["101601", "2550"],
      ["101601", "25.50"],
    ],
    [
      ["1", "23"],
      ["12", "3"],
    ],
    [
      ["100", "1"],
      ["10", "1"],
    ],
  ])("differ for rows that say something else: %j, %j", (one, other) => {
    expect(printsOf(table(one))).not.toEqual(printsOf(table(other)));
  });

  it("count equal rows: the first, the second and so on each have one of their own", () => {
    const row = ["101601", "25", "1"];
    const three = printsOf(table(row, row, row));
    expect(new Set(three).size).toBe(3);
    for (const print of printsOf(table(row, row))) expect(three).toContain(print);
  });

  it("are of the whole row those of the file, whatever its columns are taken for and whatever was left out or corrected", async () => {
    const text = "Product ID\tAmount\tQuantity\n101601\t20\t30\n100657\t40\t50";
    const [first, second] = [
      await checkSource({ kind: "text", text }),
      await checkSource({ kind: "text", text }, { mapping: { productId: 0, amount: 2, quantity: 1 } }),
    ].map(({ verdict }) => verdict.good.map(({ prints: { whole } }) => whole));
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
    const others = await checkSource({
      kind: "text",
      text: "Product ID;Quantity;Amount\n100657;50;40\n101601;30;20.00",
    });
    expect(others.verdict.good.map(({ prints: { whole } }) => whole).toReversed()).toEqual(first);
  });
});

const rowsOf = async (text: string) =>
  (await checkSource({ kind: "text", text })).verdict.good.map(({ prints }) => prints);
const shared = async (one: string, other: string) => countRecognised(await rowsOf(one), await rowsOf(other));

describe("the rows of a table that has another column by now", () => {
  const plain = "Product ID;Amount;Quantity\n101601;20;30\n101601;20;30\n100657;40;50";

  it.each([
    ["a note", "Product ID;Note;Amount;Quantity\n101601;for Ann;20;30\n101601;;20;30\n100657;;40;50"],
    [
      "a date",
      "Product ID;Amount;Quantity;Day\n101601;20;30;27.11.\n101601;20;30;27.11.\n100657;40;50;28.11.",
    ],
    ["numbers of the rows", "No;Product ID;Amount;Quantity\n1;101601;20;30\n2;101601;20;30\n3;100657;40;50"],
    ["totals", "Product ID;Amount;Quantity;Total\n101601;20;30;600\n101601;20;30;600\n100657;40;50;2000"],
    [
      "names",
      "Product ID;Product;Amount;Quantity\n101601;Choose your amount SAR;20;30\n101601;Choose your amount SAR;20;30\n100657;Choose your amount USD;40;50",
    ],
    [
      "currencies",
      "Product ID;Amount;Currency;Quantity\n101601;20;SAR;30\n101601;20;SAR;30\n100657;40;USD;50",
    ],
    ["references", "Product ID;Amount;Quantity;Order\n101601;20;30;A-1\n101601;20;30;A-2\n100657;40;50;A-3"],
  ])("are recognised, whether the column was added or removed: %s", async (_, text) => {
    expect(await shared(text, plain)).toBe(3);
    expect(await shared(plain, text)).toBe(3);
  });

  it("are recognised by their references whatever is beside them", async () => {
    const one = "Order;Product ID;Amount;Quantity\nA-1;101601;20;30\nA-2;101601;20;30\nA-3;100657;40;50";
    const other =
      "Status;Order;Product ID;Amount;Quantity;Day\nopen;A-3;100657;40;50;27.11.\nnew;A-2;101601;20;30;27.11.\nopen;A-9;101601;20;30;28.11.";
    expect(await shared(one, other)).toBe(2);
    expect(await shared(other, one)).toBe(2);
  });

  it("are others if their references are, although they buy the same", async () => {
    const day = (letter: string) =>
      `Order;Product ID;Amount;Quantity;Status\n${letter}-1;101601;20;30;open\n${letter}-2;101601;20;30;open\n${letter}-3;100657;40;50;open`;
    expect(await shared(day("A"), day("B"))).toBe(0);
    const single = (letter: string) => `Order;Product ID;Amount;Quantity\n${letter}-1;101601;20;30`;
    expect(await shared(single("A"), single("B"))).toBe(0);
    expect(await shared(single("A"), single("A"))).toBe(1);
  });

  it("are recognised as often as they are there", async () => {
    expect(await shared("Product ID;Amount;Quantity\n101601;20;30\n101601;20;30\n101601;20;30", plain)).toBe(
      2,
    );
  });
});

describe("rows that stand in an order twice", () => {
  it("are counted, and equal rows of one table are not among them", async () => {
    const once = await rowsOf("Product ID;Amount;Quantity\n101601;20;30\n101601;20;30\n100657;40;50");
    const again = await rowsOf("Product ID;Amount;Quantity;Note\n100657;40;50;\n101601;20;30;x");
    expect(countRepeated(once)).toBe(0);
    expect(countRepeated([...once, ...again])).toBe(2);
  });

  it("do not count if they are so few of very many that it is by chance", () => {
    const many = Array.from({ length: 5_000 }, (_, whole) => ({ whole, bought: whole, reference: 0 }));
    expect(countRepeated([...many, ...many.slice(0, 9)])).toBe(0);
    expect(countRepeated([...many, ...many.slice(0, 900)])).toBe(900);
  });
});
