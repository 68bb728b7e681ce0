/**
 * The kind of a spreadsheet's cell, if its text alone would mislead: a date is not an amount, an error and a formula without a
 * result have no value, a number with exactly three decimals (`1.234`) differs from the same text, which can mean a thousand,
 * and a number can be shown otherwise than it is stored: in percent, rounded, or not at all. Of text that is struck through, raised or
 * lowered, only a person knows what counts; what merged cells say for several rows, too, if it is an amount or a quantity.
 */
export type CellKind =
  | "date"
  | "error"
  | "unknown-result"
  | "three-decimals"
  | "shown-otherwise"
  | "marked"
  | "merged";

/** One row of a table as it was given. `row` is its number in the file or the pasted text, from 1. */
export type TableRow = {
  row: number;
  cells: string[];
  /** By column. Most rows have none. */
  cellKinds?: Record<number, CellKind>;
  hidden?: true;
  /** A condition decides whether it is shown struck through, or as something else than is stored. */
  isConditional?: true;
  /** A picture or a drawing covers some of it. */
  isCovered?: true;
  /** The columns, from 0, that are too narrow for what the row has in them. */
  narrowIn?: readonly number[];
  /** What comments on its cells say; missing: there are none. */
  comments?: readonly string[];
  /** For a cell that is merged with those to its right, how many more columns it has. */
  spans?: Record<number, number>;
  /** How many cells were written, if the last ones are blank and therefore not in `cells`. */
  written?: number;
};

/**
 * What only a person knows about a pasted table: its formatted copy has other cells than the plain text, it holds several tables, or some text
 * of the copy, that belongs to no cell, is struck through, raised, lowered or hidden; or has a colour that cannot be computed.
 */
export type CopyDoubt =
  | { kind: "differs" }
  | { kind: "tables"; count: number }
  | { kind: "marks"; samples: readonly string[] }
  | { kind: "colors"; samples: readonly string[] };

/** A table without its blank rows, which are counted. */
export type ImportTable = {
  rows: TableRow[];
  blankRows: number;
  /** How many rows above the names of the columns were left out. */
  titleRows: number;
  /** What these rows say; missing: there are none. */
  titles?: readonly string[];
  /** The name of its worksheet; missing: it is of none. */
  sheetName?: string;
  hiddenRows: number;
  /** From 0. */
  hiddenColumns: readonly number[];
  /** Rows with a cell in quotation marks that may be several rows, because it holds separators and line breaks; null: none. */
  quotes: { rows: { first: readonly number[]; count: number }; sample: string } | null;
  /** The visible worksheets that can be the order as well as this one, which was guessed, by their positions; missing: none. */
  likeSheets?: readonly number[];
  /** What the formatted copy of a pasted table leaves open; missing: nothing. */
  copied?: readonly CopyDoubt[];
  /** How many cells contain formulas, whose stored results are used. */
  formulas: number;
  /** What separated the cells of a text, in which cells beyond the width of the table are an error: an amount like 25,50 was split. */
  separator: string | null;
  /** What the member should know about how it was read. */
  notes: string[];
};

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** The most frequent number of cells in a row (the larger of equally frequent ones), and how many rows have it. */
export function usualWidth(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [usual] = [...counts]
    .map(([width, count]) => ({ width, count }))
    .toSorted((a, b) => b.count - a.count || b.width - a.width);
  return usual ?? { width: 0, count: 0 };
}
