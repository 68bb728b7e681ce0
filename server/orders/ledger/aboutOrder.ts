import "server-only";
import { quantityByProduct } from "#lib/orders/lines/quantityByProduct.ts";
import type { CallOptions } from "#server/serviceClient/client.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** What a call to the service has to know of the order that it is about. */
export function aboutOrder({ id, origin, lines }: Pick<OrderRow, "id" | "origin" | "lines">): CallOptions {
  return { orderRow: id, ...(origin === "placed" ? { ordered: quantityByProduct(lines) } : {}) };
}
