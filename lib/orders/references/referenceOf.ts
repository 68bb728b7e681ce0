/** The reference by which an order is opened and named: its own code, otherwise the service's id. Empty if it has neither. */
export function referenceOf(order: { externalOrderCode: string | null; orderId: string | null }): string {
  return order.externalOrderCode ?? order.orderId ?? "";
}
