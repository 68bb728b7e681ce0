/** Spend is averaged over this many days. */
const AVERAGED_DAYS = 30;
/** Spend is divided by at least this many days, so that a busy first day is not taken for the average. */
const FEWEST_DAYS = 7;

/**
 * Average spend per day in minor units, over the last 30 days or since the first order among them. Null if a day is unknown or
 * nothing was spent.
 */
export function spendPerDay(days: readonly (number | null)[]): number | null {
  const last = days.slice(-AVERAGED_DAYS);
  const first = last.findIndex((each) => each !== 0);
  if (first === -1 || last.includes(null)) return null;
  const spent = last.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return spent / Math.max(FEWEST_DAYS, last.length - first);
}

/** How many whole days a balance lasts at the average spend; null where nothing is spent. */
export function daysLeft(balance: number, days: readonly (number | null)[]): number | null {
  const perDay = spendPerDay(days);
  if (perDay === null || perDay <= 0) return null;
  return Math.max(0, Math.floor(balance / perDay));
}
