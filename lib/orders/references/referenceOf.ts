/** The reference by which an order is opened and named: its own code, otherwise the service's id. Every order of the ledger has one of them; empty otherwise. */
export function referenceOf(order: { externalOrderCode: string | null; orderId: string | null }): string {
  return order.externalOrderCode ?? order.orderId ?? "";
}
