import type { CheckSettings } from "./checkTable.ts";
import { fieldOfHead, type ColumnMapping, type ImportField } from "./columns.ts";
import type { TableSummary } from "./importMessages.ts";

/**
 * Whether nobody needs to look at the columns of a table before its rows: each of its headings is the name of a field, with the
 * product and the quantity among them, and it can be read in one way only.
 */
export function isMappingSure(
  { first, sheets, encodings, columnCount, notes, hiddenRows }: TableSummary,
  { hasHeads, mapping }: Pick<CheckSettings, "hasHeads" | "mapping">,
): boolean {
  const [heads] = first;
  if (!hasHeads || heads === undefined || sheets.length > 1 || encodings.length > 1) return false;
  if (notes.length > 0 || hiddenRows > 0 || columnCount > heads.length) return false;
  const isProduct = mapping.productId !== undefined || mapping.name !== undefined;
  if (!isProduct || mapping.quantity === undefined) return false;
  return heads.every((head, column) => fieldOfHead(head) !== undefined && isMapped(mapping, head, column));
}

function isMapped(mapping: ColumnMapping, head: string, column: number): boolean {
  const field: ImportField | undefined = fieldOfHead(head);
  return field !== undefined && mapping[field] === column;
}
