/** Cells that are one area; rows by their numbers, columns from 0. */
export type Area = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number };

/** Whether one of a row's filled cells is in one of the areas. */
export function isFilledIn(areas: readonly Area[], row: number, cells: readonly string[]): boolean {
  return areas.some(
    ({ firstRow, lastRow, firstColumn, lastColumn }) =>
      row >= firstRow &&
      row <= lastRow &&
      cells.slice(firstColumn, lastColumn + 1).some((cell) => cell.trim() !== ""),
  );
}
