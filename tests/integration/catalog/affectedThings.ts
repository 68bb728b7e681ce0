import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { orders } from "#server/db/schema/orders.ts";

/** A line of a draft or a template. */
export function lineOf(productId: number): TypedLine {
  return { id: crypto.randomUUID(), productId, amount: "", quantity: "1", countryCode: "" };
}

/** A draft of one product. */
export function draftOf(productId: number) {
  return { externalOrderCode: "", note: "", purchaseOrder: "", lines: [lineOf(productId)] };
}

/** An order of one product. */
export function orderOf(
  productId: number,
  more: Pick<typeof orders.$inferInsert, "state" | "placedBy" | "createdAt">,
): typeof orders.$inferInsert {
  return {
    environment: "sandbox",
    externalOrderCode: crypto.randomUUID(),
    origin: "placed",
    lines: [{ productId, productName: null, price: 100, quantity: 1, countryCode: null }],
    updatedAt: more.createdAt,
    ...more,
  };
}
