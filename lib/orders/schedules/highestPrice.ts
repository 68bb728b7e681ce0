import type { Ceiling } from "#lib/contracts/orders/schedules.ts";

/** A twentieth more, rounded down to a minor unit. Exact for every safe integer. */
const withTwentieth = (price: number) => price + Math.floor(price / 20);

/** The highest price for a code; null: any. */
export function highestPrice(price: number, ceiling: Ceiling): number | null {
  switch (ceiling) {
    case "as-now":
      return price;
    case "plus-5":
      return withTwentieth(price);
    case "any":
      return null;
  }
}
