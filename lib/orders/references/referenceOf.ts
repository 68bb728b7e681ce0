/** By which an order is opened and named: its own code, else the service's id of it. Empty for an order that has neither. */
export function referenceOf(order: { externalOrderCode: string | null; orderId: string | null }): string {
  return order.externalOrderCode ?? order.orderId ?? "";
}
