import { fold } from "#lib/catalog/filters/fold.ts";
import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import { countKnownHeads, fieldOfHead, type ColumnMapping } from "./columns.ts";
import { reasonColumn } from "./downloadHeads.ts";
import { SAID_ABOVE } from "./otherMarket.ts";
import { columnsThatAsk, headingOfUnordered, leavesOut, remarksIn } from "./rowRemarks.ts";

/**
 * Why a row may not be an order like the others; `blank`: the column that says so by its blank cell; `next`: what else does, which is said once this
 * is accepted.
 */
export type RowDoubt = { text: string; blank?: number; next?: RowDoubt };

/** Why rows may not be orders like the others, by their numbers: what their own cells say, and what stands above them. */
export function rowDoubts(
  heads: readonly string[],
  body: readonly TableRow[],
  mapping: ColumnMapping,
): Map<number, RowDoubt> {
  const unused = isUnused(mapping);
  const asking = columnsThatAsk(
    heads.map((head, column) => (unused(column) ? head : "")),
    body.map(({ cells }) => cells),
  );
  const doubts = new Map<number, RowDoubt>();
  const below = doubtsBelow(heads, body, mapping);
  for (const { row, cells, comments = [] } of body) {
    const remarks = remarksIn(
      cells.flatMap((cell, column) => (unused(column) ? { head: heads[column] ?? "", cell } : [])),
    );
    const blank = asking.find((column) => leavesOut(cells[column] ?? ""));
    const told = toldBefore(heads, cells);
    const all: RowDoubt[] = [
      ...remarks.map((remark) => ({ text: `This row says “${remark}”. Is it to be ordered?` })),
      ...(blank === undefined ? [] : [{ text: blankWords(heads[blank]), blank }]),
      ...(told === null ? [] : [{ text: told }]),
      ...remarksInComments(comments).map((remark) => ({
        text: `${COMMENT} “${remark}”. Is it to be ordered?`,
      })),
      ...[below.get(row) ?? []].flat(),
    ];
    const first = all.reduceRight<RowDoubt | null>(
      (next, each) => (next === null ? each : { ...each, next }),
      null,
    );
    if (first !== null) doubts.set(row, first);
  }
  return doubts;
}

function blankWords(head = ""): string {
  return `“${head.trim()}” is blank in this row, but not in others. Is it to be ordered?`;
}

/** A doubt and those that are said once it is accepted. */
export function allDoubts(doubt: RowDoubt | null): RowDoubt[] {
  return doubt === null ? [] : [doubt, ...allDoubts(doubt.next ?? null)];
}

/** What the comments of a row say that keeps it from being an order like the others. */
export function remarksInComments(comments: readonly string[]): string[] {
  return remarksIn(comments.map((cell) => ({ head: "", cell })));
}

/** Why our own download of refused rows says that what stood above a row kept it from being ordered: that is not in the file any more. */
function toldBefore(heads: readonly string[], cells: readonly string[]): string | null {
  const column = reasonColumn(heads);
  if (column === null) return null;
  const reason = cells[column] ?? "";
  return [ABOVE, OTHER_HEADS, COMMENT, `${SAID_ABOVE.title} “`, `${SAID_ABOVE.sheet} “`].some((text) =>
    reason.includes(text),
  )
    ? reason
    : null;
}

/** Whether no field has a column. Beside an id, a name can be a remark as well. */
function isUnused({ name, ...others }: ColumnMapping): (column: number) => boolean {
  const isRemark = name !== undefined && others.productId !== undefined;
  const used = new Set(Object.values(isRemark ? others : { name, ...others }));
  return (column) => !used.has(column);
}

function doubtsBelow(
  heads: readonly string[],
  body: readonly TableRow[],
  mapping: ColumnMapping,
): Map<number, RowDoubt> {
  const doubts = new Map<number, RowDoubt>();
  let doubt: string | null = null;
  for (const { row, cells } of body) {
    const isFew = cells.filter((cell) => cell.trim() !== "").length === 1;
    if (countKnownHeads(cells) > 1) doubt = namesColumns(cells, heads, mapping) ? null : OTHER_HEADS;
    else if (isFew) {
      const heading = headingOfUnordered(cells);
      doubt = heading === null ? doubt : `${ABOVE} “${heading}”. Is this one to be ordered?`;
    } else if (doubt !== null) doubts.set(row, { text: doubt });
  }
  return doubts;
}

const NUMBERS = ["amount", "quantity"] as const;
const ABOVE = "A row above says";
const COMMENT = "A comment on this row says";
const OTHER_HEADS =
  "The headings above this row name other columns than those at the top. Are its cells right?";

/** Whether no heading names a field that is in another column, and no amount or quantity is called otherwise, such as "Amount USD". */
function namesColumns(cells: readonly string[], heads: readonly string[], mapping: ColumnMapping): boolean {
  const isOther = NUMBERS.some((field) => {
    const column = mapping[field] ?? -1;
    const name = cells[column] ?? "";
    return name.trim() !== "" && fieldOfHead(name) !== field && fold(name) !== fold(heads[column] ?? "");
  });
  if (isOther) return false;
  return cells.every((cell, column) => {
    const field = fieldOfHead(cell);
    if (field === undefined) return true;
    const isProduct = field === "name" || field === "productId";
    return mapping[field] === column || (isProduct && [mapping.name, mapping.productId].includes(column));
  });
}
