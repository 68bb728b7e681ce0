import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import type { Copied, CopiedCell, CopiedRow } from "./copiedTables.ts";

/** A row of the plain text with the copied row that it is; null: the copy does not have it. */
export type RowPair = { row: TableRow; copied: CopiedRow | null; table: number };

/** Where the cells of a copied row are in the plain text. */
export type Placement = {
  /** The column of the plain text that holds the cell; null: none does. */
  from: (cell: CopiedCell, row: CopiedRow) => number | null;
  /** The column that the cell has, in which it is put. */
  to: (cell: CopiedCell) => number;
  /** Columns of the plain text that the copy does not have. */
  missing: readonly number[];
};

/** Without white space, which programs write in different ways. */
const bare = (text: string) => text.replace(/\s+/g, "");

/** Whether the plain text of a cell is what is seen of it. */
export function isSeen({ seen }: CopiedCell, plain: string): boolean {
  return bare(plain) === bare(seen);
}

/** Finds which row of the copy is which row of the plain text; null: they are different tables. */
export function alignRows(
  rows: readonly TableRow[],
  copied: Copied,
): { pairs: RowPair[]; placement: Placement } | null {
  for (const placement of placementsOf(rows, copied)) {
    const pairs = pairRows(rows, copied, placement);
    if (pairs !== null) return { pairs, placement };
  }
  return null;
}

const to = ({ column }: CopiedCell) => column;

/** Spreadsheet programs write a cell for each that a merged one covers; browsers do not, and leave out what is hidden. */
const USUAL: readonly Placement[] = [
  { from: to, to, missing: [] },
  { from: (cell, { cells }) => cells.indexOf(cell), to, missing: [] },
  {
    from: (cell, { cells }) =>
      cell.isHidden ? null : cells.filter(({ isHidden }) => !isHidden).indexOf(cell),
    to,
    missing: [],
  },
];

/** Some programs leave hidden columns out of the copy. */
function placementsOf(rows: readonly TableRow[], { tables }: Copied): readonly Placement[] {
  const columns = shownColumns(rows[0]?.cells ?? [], tables[0]?.rows ?? []);
  if (columns === null) return USUAL;
  const at = ({ column }: CopiedCell) => columns[column] ?? column;
  const width = Math.max(0, ...new Set(rows.map(({ cells }) => cells.length)));
  const missing = Array.from({ length: width }, (_, column) => column).filter(
    (column) => !columns.includes(column),
  );
  return [...USUAL, { from: at, to: at, missing }];
}

/** The columns of the first row that the copy has, in their order; null: all or others. */
function shownColumns(first: readonly string[], rows: readonly CopiedRow[]): number[] | null {
  const [head] = rows.filter((row) => row.cells.some(({ text }) => text.trim() !== ""));
  if (head === undefined || head.cells.length >= first.length) return null;
  const columns: number[] = [];
  for (const { seen } of head.cells) {
    const column = first.findIndex((cell, at) => at > (columns.at(-1) ?? -1) && bare(cell) === bare(seen));
    if (column === -1) return null;
    columns.push(column);
  }
  return columns;
}

function pairRows(
  rows: readonly TableRow[],
  { tables, others }: Copied,
  placement: Placement,
): RowPair[] | null {
  const all = tables.flatMap((table, at) =>
    table.rows
      .filter(({ cells }) => cells.some(({ text }) => text.trim() !== ""))
      .map((copied) => ({ copied, table: at })),
  );
  const around = bare(others);
  const pairs: RowPair[] = [];
  let next = 0;
  for (const row of rows) {
    let at = next;
    // The plain text may lack what is hidden.
    while (at < all.length && !isSame(row, all[at]?.copied, placement) && all[at]?.copied.isHidden === true)
      at += 1;
    const found = all[at];
    if (found !== undefined && isSame(row, found.copied, placement)) {
      pairs.push({ row, ...found });
      next = at + 1;
    } else if (!around.includes(bare(row.cells.join("")))) pairs.push({ row, copied: null, table: -1 });
  }
  const isRest = all.slice(next).every(({ copied }) => copied.isHidden);
  return isRest && next > 0 ? pairs : null;
}

function isSame({ cells }: TableRow, copied: CopiedRow | undefined, { from, missing }: Placement): boolean {
  if (copied === undefined) return false;
  const expected = new Map<number, CopiedCell>();
  for (const cell of copied.cells) {
    const column = from(cell, copied);
    if (column !== null) expected.set(column, cell);
  }
  const width = Math.max(cells.length, ...expected.keys(), -1) + 1;
  return Array.from({ length: width }, (_, column) => column).every((column) => {
    const plain = bare(cells[column] ?? "");
    const cell = expected.get(column);
    if (cell === undefined) return plain === "" || missing.includes(column);
    return plain === bare(cell.seen) || plain === bare(cell.text);
  });
}
