type Line = { productId: number | null; quantity: number | null };

/** How many codes of each product the lines ask for; empty if one of them does not say. */
export function quantityByProduct(lines: readonly Line[]): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of lines) {
    if (productId === null || quantity === null) return new Map();
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return quantities;
}
