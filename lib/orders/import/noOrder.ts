import { fold } from "#lib/catalog/filters/fold.ts";
import type { CheckSettings } from "./checkTable.ts";
import { hasDecimals } from "./columns.ts";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";

/** Why a table may be no order: it lists codes that were delivered, in a column; or all of it stands in one column. */
export type NoOrder = { reason: "codes"; column: number } | { reason: "one-column" };

const CODES =
  /^(?:code|codes|pin|pins|pin code|pincode|voucher|voucher code|serial|serial number|serial no|card number|activation code|redemption code)$/;
const isCode = (cell: string) => /^(?=.*\p{Nd})[\p{L}\p{Nd} -]{8,}$/u.test(cell);

export function noOrder(
  { rows }: Pick<ImportTable, "rows">,
  { hasHeads, mapping }: Pick<CheckSettings, "hasHeads" | "mapping">,
): NoOrder | null {
  const heads = hasHeads ? (rows[0]?.cells ?? []) : [];
  const body = (hasHeads ? rows.slice(1) : rows).map(({ cells }) => cells.map((cell) => cell.trim()));
  const used = Object.values(mapping);
  const column = heads.findIndex(
    (head, at) =>
      !used.includes(at) && CODES.test(fold(head)) && body.some((cells) => isCode(cells[at] ?? "")),
  );
  if (column !== -1) return { reason: "codes", column };
  const isOneColumn = rows.every(({ cells }) => cells.length === 1);
  return isOneColumn && isMixed(body.flat()) ? { reason: "one-column" } : null;
}

const isProduct = (cell: string) => /^#?\p{Nd}{3,}$/u.test(cell) || /\p{L}{3}/u.test(cell);
const isOther = (cell: string) =>
  /^\p{Nd}{1,2}$/u.test(cell) ||
  /^[A-Z]{2}$/.test(cell) ||
  (hasDecimals(cell) && /^\P{L}*(?:[A-Z]{3}\P{L}*)?$/u.test(cell));

/** Whether names or ids stand among prices, quantities or countries: the cells of one row below each other. */
function isMixed(cells: readonly string[]): boolean {
  return cells.some(isProduct) && cells.filter(isOther).length * 4 >= cells.length;
}
