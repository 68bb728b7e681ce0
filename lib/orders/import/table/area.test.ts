import { describe, expect, it } from "vitest";
import { rowsFilledIn } from "./area.ts";

const area = (firstRow: number, lastRow: number, firstColumn = 0, lastColumn = firstColumn) => ({
  firstRow,
  lastRow,
  firstColumn,
  lastColumn,
});

describe("the rows with a filled cell in areas", () => {
  it("are found in whatever order the areas are, also if they overlap or begin between the rows", () => {
    const rows = [1, 2, 4, 7, 8].map((row) => ({ row, cells: ["x", " ", "y"] }));
    expect([...rowsFilledIn([area(7, 7), area(1, 3), area(2, 2, 2)], rows)]).toEqual([1, 2, 7]);
    expect([...rowsFilledIn([area(3, 7, 0, 9)], rows)]).toEqual([4, 7]);
    expect([...rowsFilledIn([area(1, 9, 1), area(1, 9, 3, 9), area(5, 6)], rows)]).toEqual([]);
  });

  it("are found at once in as many areas as rows", () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ row: at + 1, cells: ["x"] }));
    const areas = rows.map(({ row }) => area(row, row, row % 2));
    expect(rowsFilledIn(areas, rows).size).toBe(50_000);
  });
});
