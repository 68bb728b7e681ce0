/** How one POST of an order is classed (DESIGN, section 3). */
export const ATTEMPT_CLASSES = [
  "accepted",
  "exists",
  "refused",
  "throttled",
  "not_sent",
  "ambiguous",
] as const;
export type AttemptClass = (typeof ATTEMPT_CLASSES)[number];
