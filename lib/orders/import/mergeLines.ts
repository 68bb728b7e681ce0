import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import type { ImportedLine } from "./checkRow.ts";

/**
 * Merges lines with the same product, amount and country into the first of them, with the sum of their quantities. Lines whose
 * sum is more than a line may have stay separate.
 */
export function mergeLines(lines: readonly ImportedLine[]): ImportedLine[] {
  const merged = new Map<string, ImportedLine>();
  for (const line of lines) {
    let key = `${line.productId} ${line.amount} ${line.countryCode}`;
    let before = merged.get(key);
    while (before !== undefined) {
      const quantity = Number(before.quantity) + Number(line.quantity);
      if (quantity <= MAX_QUANTITY) {
        merged.set(key, { ...before, quantity: String(quantity) });
        break;
      }
      key += " ";
      before = merged.get(key);
    }
    if (before === undefined) merged.set(key, line);
  }
  return [...merged.values()];
}
