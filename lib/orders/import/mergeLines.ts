import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import type { RowPrints } from "#lib/orders/references/importedLineId.ts";
import type { ImportedLine } from "./checkRow.ts";

/** A line with the fingerprints of the rows that it comes from (rowFingerprints.ts). */
export type PrintedLine = ImportedLine & { rows: readonly RowPrints[] };

/**
 * Merges lines with the same product, amount and country into the first of them, with the sum of their quantities and all of their rows. Lines
 * whose sum is more than a line may have stay separate.
 */
export function mergeLines(lines: readonly PrintedLine[]): PrintedLine[] {
  const merged = new Map<string, { line: ImportedLine; quantity: number; rows: RowPrints[] }>();
  for (const { rows, ...line } of lines) {
    let key = `${line.productId} ${line.amount} ${line.countryCode}`;
    let before = merged.get(key);
    while (before !== undefined) {
      const quantity = before.quantity + Number(line.quantity);
      if (quantity <= MAX_QUANTITY) {
        before.quantity = quantity;
        before.rows.push(...rows);
        break;
      }
      key += " ";
      before = merged.get(key);
    }
    if (before === undefined) merged.set(key, { line, quantity: Number(line.quantity), rows: [...rows] });
  }
  return [...merged.values()].map(({ line, quantity, rows }) => ({
    ...line,
    quantity: String(quantity),
    rows,
  }));
}
