import { ImportRefusal } from "./importRefusal.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { Area } from "./area.ts";
import type { CellKind, TableRow } from "./importTable.ts";

/** More work than any real worksheet needs. */
const MOST_CELLS = 2_000_000;
const TOO_MANY = "This table has too many merged cells. Keep the columns of the order, then try again.";

/** Merged cells show the value of their first cell in each of their rows; what other cells hold beneath is seen by nobody. */
export class MergedCells {
  readonly #areas: Area[] = [];

  add(area: Area): void {
    this.#areas.push(area);
  }

  /** Has the rows hold what is seen of merged cells. Columns count from 0. @throws ImportRefusal */
  apply(rows: readonly TableRow[]): void {
    let left = MOST_CELLS;
    const byNumber = new Map(rows.map((row) => [row.row, row]));
    for (const area of this.#areas) {
      const anchor = byNumber.get(area.firstRow);
      const shown = anchor?.cells[area.firstColumn] ?? "";
      const kind = anchor?.cellKinds?.[area.firstColumn];
      const wider = Math.min(area.lastColumn, IMPORT_LIMITS.columns) - area.firstColumn;
      if (anchor !== undefined && shown !== "" && wider > 0) {
        anchor.spans = { ...anchor.spans, [area.firstColumn]: wider };
      }
      const isTall = area.lastRow > area.firstRow;
      const height = area.lastRow - area.firstRow + 1;
      const inside =
        height > rows.length
          ? rows.filter(({ row }) => row >= area.firstRow && row <= area.lastRow)
          : Array.from({ length: height }, (_, at) => byNumber.get(area.firstRow + at) ?? []).flat();
      for (const row of inside) {
        const last = Math.min(area.lastColumn, row.cells.length - 1);
        left -= 1 + Math.max(0, last - area.firstColumn) + (height > rows.length ? rows.length : 0);
        if (left < 0) throw new ImportRefusal(TOO_MANY);
        if (isTall && shown !== "") put(row, area.firstColumn, shown, kind ?? "merged");
        for (let column = area.firstColumn; column <= last; column += 1) {
          const isAnchor = row === anchor && column === area.firstColumn;
          if (!isAnchor && (row.cells[column] ?? "") !== "") put(row, column, shown, kind ?? "merged");
        }
      }
    }
  }
}

function put(row: TableRow, column: number, text: string, kind: CellKind): void {
  while (row.cells.length < column) row.cells.push("");
  row.cells[column] = text;
  row.cellKinds = { ...row.cellKinds, [column]: kind };
}
