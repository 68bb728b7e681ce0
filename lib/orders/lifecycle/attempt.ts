/** How one POST of an order is classed (docs/architecture.md#the-life-of-an-order). */
export const ATTEMPT_CLASSES = [
  "accepted",
  "exists",
  "refused",
  "throttled",
  "not_sent",
  "ambiguous",
] as const;
export type AttemptClass = (typeof ATTEMPT_CLASSES)[number];
