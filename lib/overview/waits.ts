/** The number of orders that took from `e^(wait/10)` to `e^((wait+1)/10)` seconds. */
export type WaitClass = { wait: number; orders: number };

/** The median in milliseconds, assuming an even distribution within each class, which is 10 % wide; null without orders. */
export function medianOfWaits(classes: readonly WaitClass[]): number | null {
  const sorted = classes.filter(({ orders }) => orders > 0).toSorted((a, b) => a.wait - b.wait);
  const all = sorted.reduce((sum, { orders }) => sum + orders, 0);
  let before = 0;
  for (const { wait, orders } of sorted) {
    if (before + orders >= all / 2) {
      const share = (all / 2 - before) / orders;
      return Math.round(1_000 * Math.exp((wait + share) / 10));
    }
    before += orders;
  }
  return null;
}
