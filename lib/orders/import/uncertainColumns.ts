import { usualWidth } from "#lib/orders/import/table/importTable.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import {
  fieldOfHead,
  guessAll,
  hasDecimals,
  IMPORT_FIELDS,
  isCountOfCodes,
  type ColumnMapping,
  type ImportField,
  type Separable,
} from "./columns.ts";

/** A field that several columns can be; which one it is, only a person knows. */
type UncertainColumn = { field: ImportField; columns: number[] };

/** The fields that were given to one of several columns: of the same name, or numbers without a name. */
export function uncertainColumns(
  table: Separable,
  hasHeads: boolean,
  mapping: ColumnMapping,
): UncertainColumn[] {
  const heads = hasHeads ? (table.rows[0]?.cells ?? []) : [];
  const body = table.rows.slice(hasHeads ? 1 : 0).map(({ cells }) => cells);
  const named = IMPORT_FIELDS.flatMap((field) => sameName(field, heads, body, mapping));
  if (named.every(({ field }) => field !== "productId")) named.push(...numberedRows(heads, body, mapping));
  if (mapping.quantity === undefined) {
    if (hasHeads) named.push(...otherCounts(heads, body, mapping));
    else if (table.separator !== null) named.push(...beyondMost(body.map((cells) => cells.length)));
  }
  const fields = new Set(named.map(({ field }) => field));
  return [...named, ...bareNumbers(table, hasHeads).filter(({ field }) => !fields.has(field))];
}

function sameName(
  field: ImportField,
  heads: readonly string[],
  body: readonly string[][],
  mapping: ColumnMapping,
): UncertainColumn[] {
  // A product is found by its id if there is one.
  if (field === "name" && mapping.productId !== undefined) return [];
  const columns = heads.flatMap((head, column) =>
    fieldOfHead(head) === field && body.some((cells) => cellOf(cells, column) !== "") ? column : [],
  );
  const [first, ...others] = columns;
  if (first === undefined || others.length === 0) return [];
  const differ = body.some((cells) =>
    others.some((column) => cellOf(cells, column) !== cellOf(cells, first)),
  );
  return differ ? [{ field, columns }] : [];
}

/** Without a quantity, numbers under an unknown name, such as "Ordered", may be it: one of each would be less than the table says. */
function otherCounts(
  heads: readonly string[],
  body: readonly string[][],
  mapping: ColumnMapping,
): UncertainColumn[] {
  const taken = new Set(Object.values(mapping));
  const columns = heads.flatMap((head, column) =>
    head.trim() !== "" &&
    !taken.has(column) &&
    fieldOfHead(head) === undefined &&
    isCountOfCodes(body, column)
      ? column
      : [],
  );
  return columns.length === 0 ? [] : [{ field: "quantity", columns }];
}

/** Without names and without a quantity, what some rows have beyond the others may be the quantity that these lack. */
function beyondMost(widths: readonly number[]): UncertainColumn[] {
  const { width } = usualWidth(widths);
  const most = Math.max(0, ...new Set(widths));
  const columns = Array.from({ length: most - width }, (_, at) => width + at);
  return columns.length === 0 ? [] : [{ field: "quantity", columns }];
}

/** A column called ID beside names can number the rows. */
function numberedRows(
  heads: readonly string[],
  body: readonly string[][],
  { productId, name }: ColumnMapping,
): UncertainColumn[] {
  if (productId === undefined || name === undefined || heads[productId]?.trim().toLowerCase() !== "id")
    return [];
  const isCount = body.every(
    (cells, at) => Number(cellOf(cells, productId)) === Number(cellOf(body[0] ?? [], productId)) + at,
  );
  return isCount ? [{ field: "productId", columns: [productId, name] }] : [];
}

/** Columns without a name are told apart by their cells: only one with decimals is certainly an amount. */
function bareNumbers(table: Separable, hasHeads: boolean): UncertainColumn[] {
  const { mapping, numbers, sample } = guessAll(table, hasHeads);
  const { found, amounts, whole } = numbers;
  const uncertain: UncertainColumn[] = [];
  const { productId } = found;
  if (productId !== undefined) {
    const longer = whole.filter((column) => digitsIn(sample, column) > digitsIn(sample, productId));
    if (longer.length > 0) uncertain.push({ field: "productId", columns: [productId, ...longer] });
  }
  const decimal = amounts.filter((column) => sample.some((cells) => hasDecimals(cellOf(cells, column))));
  const candidates = decimal.length > 0 ? amounts : [...amounts, ...whole].toSorted((a, b) => a - b);
  if (mapping.amount === undefined && candidates.length > 1) {
    uncertain.push({ field: "amount", columns: candidates });
  }
  // Of two whole numbers, the one that is not the amount is the quantity.
  const isOpen = amounts.length > 0 || mapping.amount !== undefined || whole.length > 2;
  if (mapping.quantity === undefined && isOpen && whole.length > 1) {
    uncertain.push({ field: "quantity", columns: whole });
  }
  return uncertain;
}

function digitsIn(sample: readonly string[][], column: number): number {
  return sample.reduce(
    (most, cells) => Math.max(most, asciiDigits(cellOf(cells, column)).replace(/\D/g, "").length),
    0,
  );
}

function cellOf(cells: readonly string[], column: number): string {
  return (cells[column] ?? "").trim();
}
