/**
 * The shapes the specification leaves open, as one set. The default set is `choices.ts`; the others answer the
 * same facts in other plausible shapes, so that a client can be tried against each.
 */
export const DIALECTS = ["plain", "array", "nested", "epoch", "strings", "bare", "grouped"] as const;
export type Dialect = (typeof DIALECTS)[number];
