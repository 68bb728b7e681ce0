/** What makes two order lines the same purchase. `price`: unit price in minor units. */
export type PurchasedLine = {
  productId: number;
  price: number | null;
  quantity: number | null;
  countryCode: string | null;
};

/** True if two orders buy the same, in any order of their lines and however a quantity is split into lines. */
export function buysTheSame(one: readonly PurchasedLine[], other: readonly PurchasedLine[]): boolean {
  const priced = ({ price }: PurchasedLine) => price;
  return isSame(quantities(one, priced), quantities(other, priced));
}

/** The same, whatever each of them cost: the price of a fixed product may have changed in between. */
export function buysTheSameQuantities(
  one: readonly PurchasedLine[],
  other: readonly PurchasedLine[],
): boolean {
  return isSame(
    quantities(one, () => null),
    quantities(other, () => null),
  );
}

/** The share of the products of the longer order that must be bought alike for two orders to be the same batch. */
const ALIKE = 2 / 3;

/**
 * True if two orders of several products are nearly the same, as when a table is imported again with a row more: most quantities are equal,
 * by product, price and country.
 */
export function buysNearlyTheSame(one: readonly PurchasedLine[], other: readonly PurchasedLine[]): boolean {
  const priced = ({ price }: PurchasedLine) => price;
  const [first, second] = [quantities(one, priced), quantities(other, priced)];
  const alike = [...first].filter(([key, sum]) => sum !== null && second.get(key) === sum).length;
  return alike > 1 && alike >= ALIKE * Math.max(first.size, second.size);
}

/** How many are bought of each product, at each price and for each country. A quantity that is not known makes the sum unknown. */
function quantities(
  lines: readonly PurchasedLine[],
  priceOf: (line: PurchasedLine) => number | null,
): Map<string, number | null> {
  const sums = new Map<string, number | null>();
  for (const line of lines) {
    const key = JSON.stringify([line.productId, priceOf(line), line.countryCode]);
    const before = sums.get(key) ?? 0;
    const isKnown = line.quantity !== null && sums.get(key) !== null;
    sums.set(key, isKnown ? before + (line.quantity ?? 0) : null);
  }
  return sums;
}

function isSame(one: ReadonlyMap<string, number | null>, other: ReadonlyMap<string, number | null>): boolean {
  return one.size === other.size && [...one].every(([key, sum]) => other.get(key) === sum);
}
