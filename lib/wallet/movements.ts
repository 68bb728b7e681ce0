/**
 * How a balance changed between two snapshots, the cost of the orders that the service accepted in that time, and whether orders
 * are charged to this wallet at all. In minor units.
 */
export type Between = { change: number; spent: number; isCharged: boolean };

/** What the orders took out of the wallet; nothing if it is not charged. */
export function chargedBy({ spent, isCharged }: Omit<Between, "change">): number {
  return isCharged ? spent : 0;
}

/**
 * The part of a change that the orders do not explain: positive if the balance is higher than they explain, 0 if they explain all
 * of it.
 */
export function unexplained({ change, ...orders }: Between): number {
  return change + chargedBy(orders);
}
