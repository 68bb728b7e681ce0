import { describe, expect, it } from "vitest";
import { isBlank, usualWidth } from "./importTable.ts";

describe("a row", () => {
  it.each([
    [[], true],
    [["", " \t"], true],
    [["", "x"], false],
    [["x", ""], false],
  ])("of %j is blank: %s", (cells, blank) => expect(isBlank(cells)).toBe(blank));
});

describe("the usual number of cells in a row", () => {
  it.each([
    [[], 0, 0],
    [[0, 0, 1], 0, 2],
    [[1], 1, 1],
    [[1, 2, 2], 2, 2],
    [[3, 1, 1], 1, 2],
    [[1, 2], 2, 1],
    [[2, 1], 2, 1],
    [[1, 3, 2, 3, 1], 3, 2],
  ])("of %j is the most frequent, or the larger of two: %i", (widths, width, count) => {
    expect(usualWidth(widths)).toEqual({ width, count });
  });
});
