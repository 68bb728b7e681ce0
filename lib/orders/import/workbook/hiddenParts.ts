import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";

type Attributes = Record<string, string>;
type Part = { isHidden: boolean; level: number };

const isOn = (value: string | undefined) => value === "1" || value === "true";
const isOff = (value: string | undefined) => value === "0" || value === "false";
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
  #rowsFollow = false;
  #columnsFollow = false;
  /** The level of a collapsed group that is not over yet. */
  #openRows: number | null = null;
  #openColumns: number | null = null;
  readonly #rows = new Map<number, Part>();
  readonly #columns = new Map<number, Part>();

  /** Whether the summary of a group of rows or columns stands before it. */
  readOutline({ summaryBelow, summaryRight }: Attributes): void {
    this.#rowsFollow = isOff(summaryBelow);
    this.#columnsFollow = isOff(summaryRight);
  }

  readDefaults({ zeroHeight, defaultRowHeight, defaultColWidth }: Attributes): void {
    this.#rowsAreHidden = isOn(zeroHeight) || isTiny(defaultRowHeight, LEAST.row);
    this.#columnsAreHidden = isTiny(defaultColWidth, LEAST.column);
  }

  readRow(row: number, attributes: Attributes): void {
    const { hidden, ht } = attributes;
    const level = levelOf(attributes);
    if (this.#openRows !== null && level <= this.#openRows) this.#openRows = null;
    const isHidden = hidden === undefined ? this.#rowsAreHidden && ht === undefined : isOn(hidden);
    this.#rows.set(row, { isHidden: isHidden || isTiny(ht, LEAST.row) || this.#openRows !== null, level });
    if (!isOn(attributes.collapsed)) return;
    if (this.#rowsFollow) this.#openRows ??= level;
    else collapse(this.#rows, row);
  }

  readColumns(attributes: Attributes): void {
    const { min, max, hidden, width } = attributes;
    const first = Number(min) - 1;
    const last = Math.min(Number(max) - 1, IMPORT_LIMITS.columns);
    const level = levelOf(attributes);
    if (this.#openColumns !== null && level <= this.#openColumns) this.#openColumns = null;
    for (let column = first; column <= last; column += 1) {
      this.#columns.set(column, {
        isHidden: isOn(hidden) || isTiny(width, LEAST.column) || this.#openColumns !== null,
        level,
      });
      if (isOn(attributes.collapsed) && !this.#columnsFollow) collapse(this.#columns, column);
    }
    if (isOn(attributes.collapsed) && this.#columnsFollow) this.#openColumns ??= level;
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
