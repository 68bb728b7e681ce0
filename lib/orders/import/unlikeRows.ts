import { fold } from "#lib/catalog/filters/fold.ts";
import type { ImportTable, TableRow } from "#lib/orders/import/table/importTable.ts";
import type { CheckSettings } from "./checkTable.ts";
import { countKnownHeads, type ColumnMapping } from "./columns.ts";
import { readProductId } from "./matchProduct.ts";
import { headingOfUnordered, isSum } from "./rowRemarks.ts";
import { rowList, type RowList } from "./rowList.ts";

/** Rows that are no orders, but may change what those below mean, with the text of the first. */
export type UnlikeRows = { rows: RowList; sample: string };

const SAMPLE = 80;
/** Lines above the table that say of what its numbers are. */
const UNITS =
  /\b(?:in|per|unit|units|packs?|packed|einheit|einheiten|unites?|unidades)\b.*\b(?:dozens?|tens|hundreds?|thousands?|millions?|packs?|boxes|cases|cents?|pence|minor units?|halalas?|fils|fillers|dutzend|tausend|cent|douzaines?|centaines?|milliers?|docenas?|centavos?|miles)\b/;

/**
 * The rows that say something about those below: a line of its own ("Already delivered"), other names of the columns, their units; and lines
 * above the table that name a unit. Words that are known are asked about row by row (rowDoubts.ts). Null: there are none.
 */
export function unlikeRows(table: ImportTable, { hasHeads, mapping }: CheckSettings): UnlikeRows | null {
  const body = hasHeads ? table.rows.slice(1) : table.rows;
  const last = body.findLastIndex((row) => filled(row).length > 1);
  const between = body
    .slice(0, Math.max(last, 0))
    .filter((row) => isLine(row, mapping) || isWords(row, mapping));
  const title = table.titles?.find((text) => UNITS.test(fold(text)));
  const [first] = between;
  const sample = title ?? (first && filled(first).join(" · "));
  return sample === undefined
    ? null
    : { rows: rowList(between.map(({ row }) => row)), sample: sample.slice(0, SAMPLE) };
}

const filled = ({ cells }: TableRow) => cells.map((cell) => cell.trim()).filter((cell) => cell !== "");

/** One text alone. Where a row needs a quantity, it is no order. */
function isLine(row: TableRow, { quantity }: ColumnMapping): boolean {
  const [only = "", ...others] = filled(row);
  if (quantity === undefined || others.length > 0 || (row.cells[quantity] ?? "").trim() !== "") return false;
  if (headingOfUnordered(row.cells) !== null || isSum(only)) return false;
  return /\p{L}/u.test(only) && readProductId(only) === null;
}

/** Words where the others have numbers, such as a second line of headings. */
function isWords(row: TableRow, { productId, amount, quantity }: ColumnMapping): boolean {
  if (countKnownHeads(row.cells) > 1 || filled(row).length < 2 || filled(row).some(hasDigit)) return false;
  const texts = [productId, amount, quantity].flatMap(
    (column) => (row.cells[column ?? -1] ?? "").trim() || [],
  );
  return texts.length > 0 && texts.every((text) => /\p{L}/u.test(text));
}

const hasDigit = (text: string) => /\p{Nd}/u.test(text);
