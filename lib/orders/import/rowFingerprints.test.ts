import { describe, expect, it } from "vitest";
import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import { rowFingerprints } from "./rowFingerprints.ts";
import { checkSource } from "./testing.ts";

const table = (...rows: string[][]): TableRow[] => rows.map((cells, at) => ({ row: at + 2, cells }));
const printsOf = (rows: TableRow[]) =>
  [...rowFingerprints(rows).values()].toSorted((one, other) => one - other);

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

  it("are those of the file, whatever its columns are taken for and whatever was left out or corrected", async () => {
    const text = "Product ID\tAmount\tQuantity\n101601\t20\t30\n100657\t40\t50";
    const [first, second] = [
      await checkSource({ kind: "text", text }),
      await checkSource({ kind: "text", text }, { mapping: { productId: 0, amount: 2, quantity: 1 } }),
    ].map(({ verdict }) => verdict.good.map(({ fingerprint }) => fingerprint));
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
    const others = await checkSource({
      kind: "text",
      text: "Product ID;Quantity;Amount\n100657;50;40\n101601;30;20.00",
    });
    expect(others.verdict.good.map(({ fingerprint }) => fingerprint).toReversed()).toEqual(first);
  });
});
