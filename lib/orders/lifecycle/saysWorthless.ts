/** Parts of words by which services call an order whose codes cannot, or may soon not, be redeemed. */
const WORTHLESS =
  /cancel|refund|fraud|revok|revers|void|charge.?back|disput|block|invalid|expire|suspend|terminat|declin|reject|fail|return/i;

/**
 * Whether the service's own word for the state of an order says that its codes may be worthless. An order is classified by what its
 * answer contains, so this only raises an alarm, and has the order polled for longer.
 */
export function saysWorthless(statusName: string | null): boolean {
  return statusName !== null && WORTHLESS.test(statusName);
}
