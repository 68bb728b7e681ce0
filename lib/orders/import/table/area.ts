/** Cells that are one area; rows by their numbers, columns from 0. */
export type Area = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number };

/** The numbers of the rows, given in their order, of which a filled cell is in one of the areas. */
export function rowsFilledIn(
  areas: readonly Area[],
  rows: readonly { row: number; cells: readonly string[] }[],
): ReadonlySet<number> {
  const waiting = areas.toSorted((one, other) => other.firstRow - one.firstRow);
  const found = new Set<number>();
  let open: Area[] = [];
  for (const { row, cells } of rows) {
    let next = waiting.at(-1);
    while (next !== undefined && next.firstRow <= row) {
      open.push(next);
      waiting.pop();
      next = waiting.at(-1);
    }
    if (open.length === 0) continue;
    open = open.filter(({ lastRow }) => lastRow >= row);
    if (open.some((area) => isFilled(area, cells))) found.add(row);
  }
  return found;
}

function isFilled({ firstColumn, lastColumn }: Area, cells: readonly string[]): boolean {
  return cells.slice(firstColumn, lastColumn + 1).some((cell) => cell.trim() !== "");
}
