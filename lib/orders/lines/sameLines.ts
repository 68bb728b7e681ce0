/** What makes two order lines the same purchase. `price`: unit price in minor units. */
export type PurchasedLine = {
  productId: number;
  price: number | null;
  quantity: number | null;
  countryCode: string | null;
};

/** True if two orders buy the same, in any order of their lines. */
export function buysTheSame(one: readonly PurchasedLine[], other: readonly PurchasedLine[]): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(lines: readonly PurchasedLine[]): string {
  const keys = lines.map(({ productId, price, quantity, countryCode }) =>
    JSON.stringify([productId, price, quantity, countryCode]),
  );
  return keys.toSorted().join("\n");
}
