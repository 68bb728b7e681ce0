import type { FailureRate } from "#lib/contracts/claims/claims.ts";
import { counted, formatCount } from "#lib/text/counts.ts";

/** `3 of 1,200 codes (0.3%)`. */
export function rateText({ delivered, failed }: FailureRate): string {
  if (delivered === 0) return "None delivered yet";
  const counts = `${formatCount(failed)} of ${counted(delivered, "code", "codes")}`;
  if (failed === 0) return counts;
  // At least a tenth of a percent: nothing that has failed reads as nothing.
  const tenths = Math.max(1, Math.round((failed / delivered) * 1_000));
  return `${counts} (${formatCount(tenths / 10)}%)`;
}
