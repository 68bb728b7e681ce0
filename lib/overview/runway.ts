/** The present pace is that of so many days. */
const PACE_DAYS = 30;
/** A team that has begun lately is not judged by its first days alone. */
const FEWEST_DAYS = 7;

/** What is spent a day at the present pace, in minor units: over the last 30 days, or since the first order among them. */
export function pacePerDay(days: readonly (number | null)[]): number | null {
  const last = days.slice(-PACE_DAYS);
  const first = last.findIndex((each) => each !== 0);
  if (first === -1 || last.includes(null)) return null;
  const spent = last.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return spent / Math.max(FEWEST_DAYS, last.length - first);
}

/** For how many whole days a balance lasts at that pace; null where nothing is spent. */
export function daysLeft(balance: number, days: readonly (number | null)[]): number | null {
  const pace = pacePerDay(days);
  if (pace === null || pace <= 0) return null;
  return Math.max(0, Math.floor(balance / pace));
}
