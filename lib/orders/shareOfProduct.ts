import type { OrderLine } from "../contracts/order.ts";
import { multiplyMinor, sumMinor } from "../money/minorUnits.ts";

export type ProductShare = { quantity: number | null; unitPrice: number | null; total: number | null };

/**
 * What an order holds of a product, over all of its lines: each null where a line does not tell, `unitPrice` also where
 * lines differ, `total` also where it would not be exact. Amounts in minor units.
 */
export function shareOfProduct(lines: readonly OrderLine[], productId: number): ProductShare {
  const own = lines.filter((line) => line.productId === productId);
  const [first] = own;
  if (!first) return { quantity: 0, unitPrice: null, total: 0 };
  const quantities = own.flatMap(({ quantity }) => quantity ?? []);
  const totals = own.flatMap(({ price, quantity }) =>
    price === null || quantity === null ? [] : (multiplyMinor(price, quantity) ?? []),
  );
  return {
    quantity: quantities.length === own.length ? sumMinor(quantities) : null,
    unitPrice: own.every(({ price }) => price === first.price) ? first.price : null,
    total: totals.length === own.length ? sumMinor(totals) : null,
  };
}
