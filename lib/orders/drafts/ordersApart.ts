import { sumMinor } from "#lib/money/minorUnits.ts";
import type { DraftOrder, DraftVerdict } from "./draftRules.ts";

/** With more amounts of one product, it is left to the member how to divide them. */
const MOST_PARTS = 5;

/** Whether one product is ordered with several amounts, so that nobody can tell afterwards which code has which. */
export function hasSeveralAmounts(order: DraftOrder, verdict: DraftVerdict): boolean {
  return mostAmounts(amountsOf(order, verdict)) > 1;
}

/**
 * The order in parts, each with one amount of a product: the first amounts of all products in the first part, and so on. The order
 * itself if it needs no parts, or too many.
 */
export function ordersApart(order: DraftOrder, verdict: DraftVerdict): DraftOrder[] {
  const amounts = amountsOf(order, verdict);
  const count = mostAmounts(amounts);
  if (count < 2 || count > MOST_PARTS) return [order];
  return Array.from({ length: count }, (_, part) => {
    const indexes = order.indexes.filter((index) => {
      const line = verdict.lines[index];
      const own = amounts.get(line?.product?.id ?? 0) ?? [];
      return Math.max(0, own.indexOf(line?.price ?? null)) === part;
    });
    return { ...sumsOf(indexes, verdict), currency: order.currency, indexes, unready: order.unready };
  });
}

type Amounts = Map<number, (number | null)[]>;

/** The different amounts of each product, in the order of the lines. */
function amountsOf({ indexes }: DraftOrder, { lines }: DraftVerdict): Amounts {
  const amounts: Amounts = new Map();
  for (const index of indexes) {
    const { product, price } = lines[index] ?? { product: null, price: null };
    if (product === null) continue;
    const own = amounts.get(product.id) ?? [];
    if (!own.includes(price)) amounts.set(product.id, [...own, price]);
  }
  return amounts;
}

function mostAmounts(amounts: Amounts): number {
  return Math.max(0, ...[...amounts.values()].map(({ length }) => length));
}

function sumsOf(indexes: readonly number[], { lines }: DraftVerdict): Pick<DraftOrder, "total" | "quantity"> {
  const sum = (of: "total" | "quantity") => {
    const values = indexes.map((index) => lines[index]?.[of] ?? null);
    return values.every((value) => value !== null) ? sumMinor(values) : null;
  };
  return { total: sum("total"), quantity: sum("quantity") };
}
