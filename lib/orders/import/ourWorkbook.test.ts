import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSource } from "./openSource.ts";
import { workbookParts, WorkbookLimit, type Sheet, type SheetCell } from "#lib/files/workbook.ts";
import { workbookFile } from "#lib/files/workbookFile.ts";

const sheetOf = (rows: readonly (readonly SheetCell[])[]): Sheet => ({
  name: "Orders",
  columns: [
    { head: "A", width: 10 },
    { head: "B", width: 10, kind: "number" },
    { head: "C", width: 10 },
  ],
  rows: () => rows,
});

async function readBack(rows: readonly (readonly SheetCell[])[]): Promise<string[][]> {
  const bytes = await workbookFile(sheetOf(rows));
  const { table } = await (await openSource({ kind: "file", name: "t.xlsx", bytes })).read({});
  return table.rows.map(({ cells }) => [...cells]);
}

const xmlOf = (rows: readonly (readonly SheetCell[])[]) =>
  [...(workbookParts(sheetOf(rows)).at(-1)?.pieces() ?? [])].join("");

describe("a workbook that we write", () => {
  it("loses no text, not even those that JavaScript knows a property by, nor what looks like a formula or an escape", async () => {
    const texts = [
      "constructor",
      "valueOf",
      "__proto__",
      "toString",
      "=1+1",
      "_x0041_",
      "<&>\"'",
      "00123",
      " a ",
      "1e5",
    ];
    expect(await readBack(texts.map((text) => [text, "", "end"]))).toEqual([
      ["A", "B", "C"],
      ...texts.map((text) => [text, "", "end"]),
    ]);
  });

  it("gives back any text that a cell can hold", async () => {
    const text = fc
      .oneof(
        fc.string({ maxLength: 20 }),
        fc.string({ unit: "grapheme", maxLength: 12 }),
        fc.string({ unit: "binary", maxLength: 8 }),
      )
      // XML readers normalise line ends.
      .filter((each) => each.isWellFormed() && !/[\r\n]/.test(each));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (given) => {
        const found = await readBack(given.map((each) => [each, "", "end"]));
        expect(found.slice(1).map(([first]) => first)).toEqual(given);
      }),
      { numRuns: 80 },
    );
  });

  it("writes numbers as numbers, with their decimals", async () => {
    expect(
      await readBack([
        ["x", { number: 1234.5, decimals: 2 }, ""],
        ["y", { number: -7, decimals: 0 }, ""],
      ]),
    ).toEqual([
      ["A", "B", "C"],
      ["x", "1234.5"],
      ["y", "-7"],
    ]);
    expect(xmlOf([[{ number: 1.234, decimals: 3 }]])).toContain('<c s="6"><v>1.234</v></c>');
  });

  it("refuses what a worksheet cannot hold instead of cutting it", () => {
    expect(() => xmlOf([["x".repeat(32_768)]])).toThrow(WorkbookLimit);
    expect(xmlOf([["x".repeat(32_767)]])).toContain("xxx");
  });
});
