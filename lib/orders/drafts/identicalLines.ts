import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { mergedRows, rowsOfLine } from "#lib/orders/references/importedLineId.ts";
import type { LineVerdict } from "./draftLine.ts";

/** A key that lines have in common if they buy the same; null while it is not known what a line buys. */
export function purchaseOf({ product, price, countryCode }: LineVerdict): string | null {
  return product === null || price === null ? null : JSON.stringify([product.id, price, countryCode]);
}

/**
 * Merges lines that buy the same into the first of them, with the sum of their quantities and the rows of tables that they come from. Lines whose quantities cannot be read,
 * and sums that are more than a line may have, stay as they are.
 */
export function mergeIdentical(lines: readonly TypedLine[], verdicts: readonly LineVerdict[]): TypedLine[] {
  const first = new Map<string, { index: number; quantity: number }>();
  const merged: (TypedLine | null)[] = [...lines];
  const into = new Map<number, TypedLine[]>();
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
      into.set(kept, [...(into.get(kept) ?? []), ...lines.slice(index, index + 1)]);
    }
    first.set(purchase, { index: kept, quantity });
  }
  for (const [index, others] of into) {
    const line = merged[index];
    if (line) merged[index] = { ...line, ...mergedRows(line, others.flatMap(rowsOfLine)) };
  }
  return merged.filter((line) => line !== null);
}
