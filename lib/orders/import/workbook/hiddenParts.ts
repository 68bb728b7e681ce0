import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";

type Attributes = Record<string, string>;
type Part = { isHidden: boolean; level: number };

const isOn = (value: string | undefined) => value === "1" || value === "true";
/** Rows of fewer points and columns of fewer characters show nothing. */
const LEAST = { row: 3, column: 0.5 };
const isTiny = (size: string | undefined, least: number) => size !== undefined && Number(size) < least;
const levelOf = ({ outlineLevel = "0" }: Attributes) => Number(outlineLevel);

/**
 * The rows and columns of a worksheet that nobody sees: hidden or filtered, hardly high or wide, or in a collapsed group. Rows count
 * from 1, columns from 0.
 */
export class HiddenParts {
  #rowsAreHidden = false;
  #columnsAreHidden = false;
  readonly #rows = new Map<number, Part>();
  readonly #columns = new Map<number, Part>();

  readDefaults({ zeroHeight, defaultRowHeight, defaultColWidth }: Attributes): void {
    this.#rowsAreHidden = isOn(zeroHeight) || isTiny(defaultRowHeight, LEAST.row);
    this.#columnsAreHidden = isTiny(defaultColWidth, LEAST.column);
  }

  readRow(row: number, attributes: Attributes): void {
    const { hidden, ht } = attributes;
    const isHidden = hidden === undefined ? this.#rowsAreHidden && ht === undefined : isOn(hidden);
    this.#rows.set(row, { isHidden: isHidden || isTiny(ht, LEAST.row), level: levelOf(attributes) });
    if (isOn(attributes.collapsed)) collapse(this.#rows, row);
  }

  readColumns(attributes: Attributes): void {
    const { min, max, hidden, width } = attributes;
    const first = Number(min) - 1;
    const last = Math.min(Number(max) - 1, IMPORT_LIMITS.columns);
    for (let column = first; column <= last; column += 1) {
      this.#columns.set(column, {
        isHidden: isOn(hidden) || isTiny(width, LEAST.column),
        level: levelOf(attributes),
      });
      if (isOn(attributes.collapsed)) collapse(this.#columns, column);
    }
  }

  isHiddenRow(row: number): boolean {
    return this.#rows.get(row)?.isHidden === true;
  }

  columns(): number[] {
    return Array.from({ length: IMPORT_LIMITS.columns }, (_, column) => column).filter(
      (column) => this.#columns.get(column)?.isHidden ?? this.#columnsAreHidden,
    );
  }
}

/** Hides the group before its summary: all that stands directly before it at a deeper level. */
function collapse(parts: Map<number, Part>, summary: number): void {
  const level = parts.get(summary)?.level ?? 0;
  for (let at = summary - 1; ; at -= 1) {
    const part = parts.get(at);
    if (part === undefined || part.level <= level) return;
    part.isHidden = true;
  }
}
