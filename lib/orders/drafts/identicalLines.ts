import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { LineVerdict } from "./draftLine.ts";

/** A key that lines have in common if they buy the same; null while it is not known what a line buys. */
export function purchaseOf({ product, price, countryCode }: LineVerdict): string | null {
  return product === null || price === null ? null : JSON.stringify([product.id, price, countryCode]);
}

/**
 * Merges lines that buy the same into the first of them, with the sum of their quantities. Lines whose quantities cannot be read,
 * and sums that are more than a line may have, stay as they are.
 */
export function mergeIdentical(lines: readonly TypedLine[], verdicts: readonly LineVerdict[]): TypedLine[] {
  const first = new Map<string, { index: number; quantity: number }>();
  const merged: (TypedLine | null)[] = [...lines];
  for (const [index, verdict] of verdicts.entries()) {
    const purchase = purchaseOf(verdict);
    if (purchase === null || verdict.quantity === null) continue;
    const before = first.get(purchase);
    const quantity = (before?.quantity ?? 0) + verdict.quantity;
    if (quantity > MAX_QUANTITY) continue;
    const kept = before?.index ?? index;
    const line = lines[kept];
    if (before !== undefined && line !== undefined) {
      merged[kept] = { ...line, quantity: String(quantity) };
      merged[index] = null;
    }
    first.set(purchase, { index: kept, quantity });
  }
  return merged.filter((line) => line !== null);
}
