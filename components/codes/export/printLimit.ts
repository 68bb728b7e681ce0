import type { Range } from "#components/codes/list/range.ts";

/** The most cards on a sheet that somebody can still cut up. */
export const PRINT_AT_MOST = 500;

/** The printable sheets of these codes, all of the same length except the last. */
export function sheetsOf({ from, to }: Range): Range[] {
  const count = Math.max(0, Math.ceil((to - from + 1) / PRINT_AT_MOST));
  return Array.from({ length: count }, (_, sheet) => {
    const first = from + sheet * PRINT_AT_MOST;
    return { from: first, to: Math.min(to, first + PRINT_AT_MOST - 1) };
  });
}
