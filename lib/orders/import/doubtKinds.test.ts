import { describe, expect, it } from "vitest";
import { doubtKinds } from "./doubtKinds.ts";
import { withCellsAccepted, type FixableRow } from "./fixRow.ts";
import { checkSource, sandboxLookup } from "./testing.ts";

const HEAD = "Product ID\tQuantity\tAmount\tStatus\tSent on";
const rowsOf = async (...cells: string[]): Promise<FixableRow[]> => {
  const rows = cells.map((each, at) => `101601\t${at + 1}\t25\t${each}`);
  return (await checkSource({ kind: "text", text: [HEAD, ...rows, "101601\t99\t25\t\t"].join("\n") })).verdict
    .bad;
};
const numbersOf = async (...cells: string[]) =>
  doubtKinds(await rowsOf(...cells)).map(({ rows }) => rows.map(({ row }) => row.row));

describe("what is said of several rows", () => {
  it("is accepted at once where it is the same, and never with what is not", async () => {
    expect(await numbersOf("on hold\t", "cancelled\t", "on hold\t", "cancelled\t", "void\t")).toEqual([
      [2, 4],
      [3, 5],
    ]);
  });

  it("is the same of days in one column", async () => {
    expect(await numbersOf("\t2026-11-12", "\t2026-11-13", "on hold\t2026-11-13")).toEqual([[2, 3]]);
  });

  it("is not offered for a single row, for totals that do not fit and for rows with too many cells", async () => {
    expect(await numbersOf("on hold\t")).toEqual([]);
    expect(await numbersOf("\t\tx", "\t\ty")).toEqual([]);
    const totals = "Product ID\tQuantity\tAmount\tTotal\n101601\t1\t25\t30\n101601\t2\t25\t60\n";
    const { verdict } = await checkSource({ kind: "text", text: totals });
    expect(verdict.bad).toHaveLength(2);
    expect(doubtKinds(verdict.bad)).toEqual([]);
  });

  it("is gone once it is accepted, and what else is said of a row is then said: it was not accepted with it", async () => {
    const text =
      "Product ID\tQuantity\tAmount\tStatus\tTotal\tMoney\tNote\n101601\t2\t25\ton hold\t60\tUSD\tcancelled\n";
    const { verdict } = await checkSource({ kind: "text", text });
    let [row]: FixableRow[] = verdict.bad;
    const said: (string | undefined)[] = [];
    while (row !== undefined && !row.verdict.ok) {
      said.push(row.verdict.problems.row);
      row = withCellsAccepted(row, sandboxLookup);
    }
    expect(said).toEqual([
      "This row says “on hold”. Is it to be ordered?",
      "This row says “cancelled”. Is it to be ordered?",
      "This row says “Money: USD”, but this product is priced in SAR. Is the amount right?",
      expect.stringMatching(/^“Total” says 60/),
    ]);
    expect(row?.verdict.ok).toBe(true);
  });
});
