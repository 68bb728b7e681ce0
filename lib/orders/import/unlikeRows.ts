import { fold } from "#lib/catalog/filters/fold.ts";
import type { ImportTable, TableRow } from "#lib/orders/import/table/importTable.ts";
import type { CheckSettings } from "./checkTable.ts";
import { countKnownHeads, type ColumnMapping } from "./columns.ts";
import { readProductId } from "./matchProduct.ts";
import { headingOfUnordered, isSum, saysNoOrder } from "./rowRemarks.ts";
import { rowList, type RowList } from "./rowList.ts";

/** Rows that are no orders, but may change what others mean, with the text of the first; or what else does. */
export type UnlikeRows = { rows: RowList; sample: string; isHeading?: true };

const SAMPLE = 80;
/** Lines above the table that say of what its numbers are. */
const UNITS =
  /\b(?:in|per|unit|units|packs?|packed|einheit|einheiten|unites?|unidades)\b.*\b(?:dozens?|tens|hundreds?|thousands?|millions?|packs?|boxes|cases|cents?|pence|minor units?|halalas?|fils|fillers|dutzend|tausend|cent|douzaines?|centaines?|milliers?|docenas?|centavos?|miles)\b/;

/** The same of all quantities, and of those in a heading. */
const TIMES = /(?:^|\s)(?:x|×|times|mal|fois|por|per) ?\d+(?:\s|$)|(?:^|\s)\d+ ?(?:x|×)(?:\s|$)/i;
/** A heading that says of what its numbers are: “Amount (cents)”, “Quantity in dozens”, “Amount (000s)”. */
const UNIT_OF_HEAD =
  /\b(?:dozens?|dutzend|docenas?|douzaines?|tens|hundreds?|thousands?|millions?|tausend|milliers?|miles|packs?|boxes|cartons?|cases|sets|bundles|cents?|centavos?|pence|pennies|minor|minor units?|halalas?|fils|fillers|k|000s?|100s?|10s?|per \d+)\b|[×x] ?\d/;

/**
 * What says something about the rows: a line of its own between them ("Already delivered"), other names of the columns, their units; lines above
 * and below the table that say a unit, or that it is no order; and the heading of an amount or a quantity that says a unit. Words that are known are
 * asked about row by row (rowDoubts.ts). Null: there is none.
 */
export function unlikeRows(table: ImportTable, { hasHeads, mapping }: CheckSettings): UnlikeRows | null {
  const body = hasHeads ? table.rows.slice(1) : table.rows;
  const last = body.findLastIndex((row) => filled(row).length > 1);
  const between = body
    .slice(0, Math.max(last, 0))
    .filter((row) => isLine(row, mapping) || isWords(row, mapping));
  const below = body.slice(Math.max(last, 0)).flatMap((row) => (isLine(row, mapping) ? filled(row) : []));
  const around = [
    ...(table.titles ?? []),
    ...(table.sheetName === undefined ? [] : [table.sheetName]),
    ...below,
  ];
  const heads = hasHeads ? (table.rows[0]?.cells ?? []) : [];
  const unit = [mapping.amount, mapping.quantity].map((column) => heads[column ?? -1] ?? "").find(isUnit);
  const said = around.find(saysOfAll) ?? unit;
  const [first] = between;
  const sample = said ?? (first && filled(first).join(" · "));
  return sample === undefined
    ? null
    : {
        rows: rowList(between.map(({ row }) => row)),
        sample: sample.trim().slice(0, SAMPLE),
        ...(said !== undefined && said === unit ? { isHeading: true as const } : {}),
      };
}

const saysOfAll = (text: string) => UNITS.test(fold(text)) || TIMES.test(text) || saysNoOrder(text);

function isUnit(head: string): boolean {
  return UNIT_OF_HEAD.test(fold(head)) || TIMES.test(head);
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
