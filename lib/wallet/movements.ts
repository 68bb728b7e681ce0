import type { Environment } from "#lib/contracts/environment.ts";

/** How a balance changed between two snapshots, and the orders that the service accepted in that time. In minor units. */
export type Between = { change: number; spent: number };

/**
 * What of a change the orders do not explain: positive, there is more than they leave; 0, all of it is explained. The sandbox never
 * charges the wallet: there, only a change of just their amount is theirs.
 */
export function unexplained(environment: Environment, { change, spent }: Between): number {
  if (environment === "sandbox" && change !== -spent) return change;
  return change + spent;
}
