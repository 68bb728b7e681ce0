import { describe, expect, it } from "vitest";
import { MergedCells } from "./mergedCells.ts";

describe("merged cells", () => {
  it("show their first cell in each of their rows, also where a row has fewer cells", () => {
    const rows = [
      { row: 2, cells: ["", "SA", "x"] },
      { row: 3, cells: ["1"] },
      { row: 5, cells: ["", "DE"] },
    ];
    const merged = new MergedCells();
    merged.add({ firstRow: 2, lastRow: 4, firstColumn: 1, lastColumn: 2 });
    merged.apply(rows);
    expect(rows).toEqual([
      { row: 2, cells: ["", "SA", "SA"], cellKinds: { 1: "merged", 2: "merged" }, spans: { 1: 1 } },
      { row: 3, cells: ["1", "SA"], cellKinds: { 1: "merged" } },
      { row: 5, cells: ["", "DE"] },
    ]);
  });

  it("that would take too long are refused", () => {
    const merged = new MergedCells();
    const rows = Array.from({ length: 2_000 }, (_, at) => ({ row: at + 1, cells: ["x"] }));
    for (let each = 0; each < 2_000; each += 1) {
      merged.add({ firstRow: 1, lastRow: 2_000, firstColumn: 0, lastColumn: 0 });
    }
    expect(() => merged.apply(rows)).toThrow("too many merged cells");
  });
});
