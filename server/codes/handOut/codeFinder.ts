import "server-only";
import type { ShownCode } from "#lib/contracts/codes.ts";
import type { codeHandOuts } from "#server/db/schema/codes.ts";
import { fingerprintsOf } from "#server/orders/ledger/fingerprint.ts";

type HandedOut = Pick<typeof codeHandOuts.$inferSelect, "index" | "fingerprint">;

/**
 * Finds the codes of hand-outs among those that an answer lists now: nearly always at the place where they were, else anywhere. Also by
 * the fingerprint that earlier versions stored.
 */
export function codeFinder(
  key: Uint8Array,
  codes: readonly ShownCode[],
): (handedOut: HandedOut) => ShownCode | undefined {
  const byIndex = new Map(codes.map((code) => [code.index, code]));
  // Only where one is somewhere else: it takes as long as all codes of an order.
  let byFingerprint: Map<string, ShownCode> | null = null;
  return ({ index, fingerprint: wanted }) => {
    const expected = byIndex.get(index);
    if (expected !== undefined && allOf(key, expected).some((each) => each.equals(wanted))) return expected;
    byFingerprint ??= new Map(
      codes.flatMap((code) => allOf(key, code).map((each) => [each.toString("hex"), code] as const)),
    );
    return byFingerprint.get(wanted.toString("hex"));
  };
}

function allOf(key: Uint8Array, code: ShownCode): Buffer[] {
  const { fingerprint, earlier } = fingerprintsOf(key, code);
  return earlier === null ? [fingerprint] : [fingerprint, earlier];
}
