import { describe, expect, it } from "vitest";
import { dataRowCount } from "./dataRowCount.ts";

describe("the number of rows of an imported table", () => {
  it("leaves out the row that names the columns, which is no row of data", () => {
    expect(dataRowCount({ rowCount: 13 }, { hasHeads: true })).toBe(12);
    expect(dataRowCount({ rowCount: 13 }, { hasHeads: false })).toBe(13);
    expect(dataRowCount({ rowCount: 0 }, { hasHeads: true })).toBe(0);
  });
});
