import "server-only";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";

/** Some services refuse to page beyond the end, which is only noticed by asking when the last page was full. */
export function isEndOfList(
  failure: ServiceFailure,
  { nextSkip, total }: { nextSkip: number; total: number | null },
): boolean {
  const refused = failure.kind === "refused" || failure.kind === "not_found";
  return refused && total !== null && nextSkip > 0 && nextSkip >= total;
}
