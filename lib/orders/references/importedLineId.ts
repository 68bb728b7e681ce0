import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { MOST_MERGED_ROWS } from "#lib/contracts/orders/orderLimits.ts";
import { newUuid } from "./newUuid.ts";

/**
 * By what a row of an imported table is recognised (lib/orders/import/rowFingerprints.ts): all that it says (32 bits), what it buys, and what it buys
 * with its own reference (24 bits each; 0: it has none). So few bits that what a row holds cannot be found out by them.
 */
export type RowPrints = { whole: number; bought: number; reference: number };

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/**
 * The id of a line that comes from a row of an imported table: a UUID of version 8 (RFC 9562 §5.8) that begins with the row's fingerprints and is
 * random otherwise (42 bits). So wherever the line goes, into other tabs, drafts and the order, it is known which row it was.
 */
export function importedLineId({ whole, bought, reference }: RowPrints): string {
  const random = newUuid();
  const [first, second] = [hex(bought, 6), hex(reference, 6)];
  return `${hex(whole, 8)}-${first.slice(0, 4)}-8${first.slice(4)}${second.slice(0, 1)}-${random.charAt(19)}${second.slice(1, 4)}-${second.slice(4)}${random.slice(-10)}`;
}

/** The ids of lines that were made before there was more than the first fingerprint are random where the others stand: these equal no row's. */
const ID =
  /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{2})([0-9a-f])-[0-9a-f]([0-9a-f]{3})-([0-9a-f]{2})[0-9a-f]{10}$/i;

function rowOfId(id: string): RowPrints | null {
  const found = ID.exec(id);
  if (found === null) return null;
  const [whole = "", start = "", end = "", ...reference] = found.slice(1);
  return {
    whole: Number.parseInt(whole, 16),
    bought: Number.parseInt(start + end, 16),
    reference: Number.parseInt(reference.join(""), 16),
  };
}

type LineOfRows = Pick<TypedLine, "id" | "rows">;

/** The rows of imported tables from which a line comes: one, or those of the lines that were merged into it. */
export function rowsOfLine({ id, rows = [] }: LineOfRows): RowPrints[] {
  const own = rowOfId(id);
  return [...(own === null ? [] : [own]), ...rows.map(readRow)];
}

/** The same for an order or a draft, each row once. */
export function importedRows(lines: readonly LineOfRows[]): RowPrints[] {
  return [...new Map(lines.flatMap(rowsOfLine).map((row) => [textOfRow(row), row])).values()];
}

/** How a line keeps the fingerprints of a row that was merged into it. */
export function textOfRow({ whole, bought, reference }: RowPrints): string {
  return hex(whole, 8) + hex(bought, 6) + hex(reference, 6);
}

function readRow(text: string): RowPrints {
  const part = (from: number, to: number) => Number.parseInt(text.slice(from, to), 16);
  return { whole: part(0, 8), bought: part(8, 14), reference: part(14, 20) };
}

/** What a line keeps of rows that are merged into it; missing: there are none. Of very many, always the same are kept: the smallest. */
export function mergedRows(
  { rows: before = [] }: Pick<TypedLine, "rows">,
  merged: readonly RowPrints[],
): Pick<TypedLine, "rows"> {
  const rows = [...before, ...merged.map(textOfRow)];
  return rows.length === 0 ? {} : { rows: rows.toSorted().slice(0, MOST_MERGED_ROWS) };
}
