/**
 * How a balance changed between two snapshots, the orders that the service accepted in that time, and whether orders are charged to this
 * wallet at all. In minor units.
 */
export type Between = { change: number; spent: number; isCharged: boolean };

/** What the orders took out of the wallet: nothing, where it is not charged. */
export function chargedBy({ spent, isCharged }: Omit<Between, "change">): number {
  return isCharged ? spent : 0;
}

/** What of a change the orders do not explain: positive, there is more than they leave; 0, all of it is explained. */
export function unexplained({ change, ...orders }: Between): number {
  return change + chargedBy(orders);
}
