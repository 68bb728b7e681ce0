import type { Denominated } from "./denomination.ts";

/** What the rules of amounts read of an open product. */
export function open(
  min: number | null,
  max: number | null,
  step: number | null,
  currencyCode = "EUR",
): Denominated {
  return {
    denomination: "open",
    price: null,
    currencyCode,
    denominationMinValue: min,
    denominationMaxValue: max,
    denominationStep: step,
  };
}
