import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";

type Attributes = Record<string, string>;

/** What spreadsheet programs take where a worksheet says nothing: characters and points. */
const USUAL = { width: 9.14, height: 15 };
/** English Metric Units, in which drawings are placed. A character of the usual font is seven pixels wide. */
const EMU = { character: 7 * 9_525, point: 12_700 };

const sizeOf = (text: string | undefined, usual: number) => {
  const size = Number(text);
  return text !== undefined && Number.isFinite(size) && size >= 0 ? size : usual;
};
const isOn = (value: string | undefined) => value === "1" || value === "true";

/** How wide the columns of a worksheet are, in characters, and how high its rows, in points. Columns count from 0, rows from 1. */
export class SheetSizes {
  #usual = USUAL;
  readonly #columns = new Map<number, number>();
  readonly #rows = new Map<number, number>();

  readDefaults({ defaultColWidth, defaultRowHeight, zeroHeight }: Attributes): void {
    this.#usual = {
      width: sizeOf(defaultColWidth, USUAL.width),
      height: isOn(zeroHeight) ? 0 : sizeOf(defaultRowHeight, USUAL.height),
    };
  }

  readColumns({ min, max, width, hidden }: Attributes): void {
    const last = Math.min(Number(max) - 1, IMPORT_LIMITS.columns);
    for (let column = Number(min) - 1; column <= last; column += 1) {
      this.#columns.set(column, isOn(hidden) ? 0 : sizeOf(width, this.#usual.width));
    }
  }

  readRow(row: number, { ht, hidden }: Attributes): void {
    if (isOn(hidden)) this.#rows.set(row, 0);
    else if (ht !== undefined) this.#rows.set(row, sizeOf(ht, this.#usual.height));
  }

  /** Of a cell with so many more columns. */
  width(column: number, more = 0): number {
    let width = 0;
    for (let at = column; at <= column + more; at += 1) width += this.#columns.get(at) ?? this.#usual.width;
    return width;
  }

  readonly columnInEmu = (column: number): number => this.width(column) * EMU.character;

  readonly rowInEmu = (row: number): number => (this.#rows.get(row) ?? this.#usual.height) * EMU.point;
}
