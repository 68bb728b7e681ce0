import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import type { ImportedLine } from "./checkRow.ts";

/** A line with the fingerprint of the row that it comes from (rowFingerprints.ts). */
export type PrintedLine = ImportedLine & { fingerprint: number };

/**
 * Merges lines with the same product, amount and country into the first of them, with the sum of their quantities. Lines whose
 * sum is more than a line may have stay separate. Of their fingerprints the smallest stays, wherever its row stands in the table.
 */
export function mergeLines(lines: readonly PrintedLine[]): PrintedLine[] {
  const merged = new Map<string, PrintedLine>();
  for (const line of lines) {
    let key = `${line.productId} ${line.amount} ${line.countryCode}`;
    let before = merged.get(key);
    while (before !== undefined) {
      const quantity = Number(before.quantity) + Number(line.quantity);
      if (quantity <= MAX_QUANTITY) {
        const fingerprint = Math.min(before.fingerprint, line.fingerprint);
        merged.set(key, { ...before, fingerprint, quantity: String(quantity) });
        break;
      }
      key += " ";
      before = merged.get(key);
    }
    if (before === undefined) merged.set(key, line);
  }
  return [...merged.values()];
}
