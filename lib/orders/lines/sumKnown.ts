import { sumMinor } from "#lib/money/minorUnits.ts";

/** The sum of amounts or counts; null while one of them is unknown, and if the sum is no longer exact. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? sumMinor(known) : null;
}
