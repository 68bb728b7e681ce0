/**
 * Sets of the shapes that the interface leaves open (docs/service-interface.md §11). The default set is `choices.ts`; the others
 * say the same in other plausible shapes, so that a client can be tried against each.
 */
export const DIALECTS = [
  "plain",
  "array",
  "nested",
  "epoch",
  "strings",
  "bare",
  "grouped",
  "detailed",
  "frugal",
] as const;
export type Dialect = (typeof DIALECTS)[number];
