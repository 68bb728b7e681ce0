import type { Ceiling } from "#lib/contracts/orders/schedules.ts";

/** How much a code may cost on a date, to be chosen. */
export const CEILING_OPTIONS: { value: Ceiling; label: string }[] = [
  { value: "as-now", label: "As now" },
  { value: "plus-5", label: "Up to 5 % more than now" },
  { value: "any", label: "Any price" },
];
