import type { CellKind, CopyDoubt, ImportTable, TableRow } from "#lib/orders/import/table/importTable.ts";
import { markedCell } from "#lib/orders/import/table/markedCell.ts";
import { MergedCells } from "#lib/orders/import/table/mergedCells.ts";
import { alignRows, isSeen, type Placement, type RowPair } from "./alignRows.ts";
import { readCopied, type Copied } from "./copiedTables.ts";

/** A pasted table's formatted copy, as HTML; `isEdited`: the plain text was typed on after it was pasted. */
export type FormattedCopy = { html: string; isEdited: boolean };

/**
 * The pasted table with what its plain text does not say: cells that are struck through, raised, lowered or not to be seen, merged cells, hidden rows and columns.
 * Values are those of the plain text; where the copy has others, that is asked about. @throws ImportRefusal
 */
export function withCopied(table: ImportTable, { html, isEdited }: FormattedCopy): ImportTable {
  const copied = readCopied(html);
  const { tables } = copied;
  const uncertain = uncertainIn(copied);
  const colors: CopyDoubt[] = uncertain.length > 0 ? [{ kind: "colors", samples: samplesOf(uncertain) }] : [];
  const outside: CopyDoubt[] = [...(copied.marked.length > 0 ? [marksOf(copied.marked)] : []), ...colors];
  if (isEdited) {
    const marks = [...copied.marked, ...marksIn(copied)];
    const doubts = marks.length === 0 ? colors : [marksOf(marks), ...colors];
    return doubts.length === 0 ? table : { ...table, copied: doubts };
  }
  if (tables.length === 0) return { ...table, copied: outside };
  const aligned = alignRows(table.rows, copied);
  if (aligned === null) return { ...table, copied: [{ kind: "differs" }, ...outside] };
  const several: CopyDoubt[] = tables.length > 1 ? [{ kind: "tables", count: tables.length }] : [];
  const { pairs, placement } = aligned;
  const byRow = new Map(pairs.map((pair) => [pair.row, pair]));
  // On a dark page all text is light, and what is behind it is not always copied.
  const isAllUnseen = isUnseenAsWhole(copied);
  if (isAllUnseen) outside.push(marksOf(textsOf(copied)));
  const rows = table.rows.map((row) => {
    const pair = byRow.get(row);
    if (pair === undefined) return row;
    const { hiddenColumns = new Set<number>() } = tables[pair.table] ?? {};
    return rowOf(pair, placement, { hiddenColumns, isAllUnseen });
  });
  mergedIn(pairs, copied, placement).apply(rows);
  const hidden = [...tables.flatMap(({ hiddenColumns }) => [...hiddenColumns]), ...placement.missing];
  return {
    ...table,
    rows,
    hiddenRows: rows.filter((row) => row.hidden === true).length,
    hiddenColumns: [...new Set(hidden)].toSorted((a, b) => a - b),
    copied: [...several, ...outside],
  };
}

/** A row of the plain text, with each cell in its own column and what is known of it. */
function rowOf(
  { row, copied }: RowPair,
  { from, to }: Placement,
  { hiddenColumns, isAllUnseen }: { hiddenColumns: ReadonlySet<number>; isAllUnseen: boolean },
): TableRow {
  if (copied === null) return { ...row, hidden: true };
  const cells: string[] = [];
  const cellKinds: Record<number, CellKind> = {};
  let isMoved = false;
  for (const cell of copied.cells) {
    const column = from(cell, copied);
    const text = row.cells[column ?? -1] ?? "";
    if (column === null || text.trim() === "") continue;
    isMoved ||= column !== to(cell);
    const isCellHidden = !isSeen(cell, text) && !copied.isHidden && !hiddenColumns.has(cell.column);
    const isOpen = cell.isMarked || isCellHidden || (cell.isUnseen && !isAllUnseen);
    const marked = isOpen ? markedCell(text) : null;
    while (cells.length < to(cell)) cells.push("");
    cells[to(cell)] = marked?.text ?? text;
    if (marked !== null) cellKinds[to(cell)] = marked.kind;
  }
  return {
    row: row.row,
    // What the copy does not have is hidden by its column.
    cells: isMoved ? cells : row.cells.map((text, column) => cells[column] || text),
    ...(Object.keys(cellKinds).length > 0 ? { cellKinds } : {}),
    ...(copied.isHidden ? { hidden: true } : {}),
    ...(row.written === undefined || isMoved ? {} : { written: row.written }),
  };
}

/** The merged cells of the copy, by the numbers of the rows in the plain text. */
function mergedIn(pairs: readonly RowPair[], { tables }: Copied, { to }: Placement): MergedCells {
  const merged = new MergedCells();
  const numbers = new Map(pairs.flatMap(({ row, copied }) => (copied === null ? [] : [[copied, row.row]])));
  for (const { rows } of tables) {
    let last = 0;
    const lastNumbers = rows.map((row) => (last = numbers.get(row) ?? last));
    rows.forEach((row, at) => {
      const firstRow = numbers.get(row);
      if (firstRow === undefined) return;
      for (const cell of row.cells) {
        if (cell.rows === 1 && cell.columns === 1) continue;
        const lastRow = lastNumbers[Math.min(at + cell.rows, rows.length) - 1] ?? firstRow;
        merged.add({ firstRow, lastRow, firstColumn: to(cell), lastColumn: to(cell) + cell.columns - 1 });
      }
    });
  }
  return merged;
}

function marksOf(texts: readonly string[]): CopyDoubt {
  return { kind: "marks", samples: samplesOf(texts) };
}

function samplesOf(texts: readonly string[]): string[] {
  return texts.slice(0, SAMPLES).map((text) => text.slice(0, SAMPLE));
}

const SAMPLES = 3;
const SAMPLE = 40;

/** What of the tables' text a person may not have seen, or not as it counts. */
function marksIn({ tables }: Copied): string[] {
  const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return cells.flatMap(({ isMarked, isUnseen, seen, text, rows }) => {
    const isOpen = isMarked || isUnseen || seen !== text || rows > 1;
    return isOpen && text.trim() !== "" ? text.trim() : [];
  });
}

/** Texts of cells of which nobody knows whether they are seen. */
function uncertainIn({ tables }: Copied): string[] {
  const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return cells.flatMap(({ isUncertain, text }) => (isUncertain ? text.trim() : []));
}

function isUnseenAsWhole({ tables }: Copied): boolean {
  const filled = tables
    .flatMap(({ rows }) => rows.filter(({ isHidden }) => !isHidden).flatMap((row) => row.cells))
    .filter(({ text }) => text.trim() !== "");
  return filled.length > 0 && filled.every(({ isUnseen }) => isUnseen);
}

function textsOf({ tables }: Copied): string[] {
  return tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap(({ text }) => text.trim() || [])),
  );
}
