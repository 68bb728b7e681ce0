import "server-only";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import type { codeHandOuts } from "#server/db/schema/codes.ts";
import { fingerprintsOf } from "#server/orders/ledger/fingerprint.ts";

type HandedOut = Pick<typeof codeHandOuts.$inferSelect, "index" | "fingerprint"> & {
  /** Null: not known. */
  productId: number | null;
};

/**
 * Finds the codes of hand-outs among those that an answer lists now: nearly always at the place where they were, else anywhere. Also by
 * the fingerprints that earlier versions stored. One with the same text that is another product's is another code.
 */
export function codeFinder(
  key: Uint8Array,
  codes: readonly ShownCode[],
): (handedOut: HandedOut) => ShownCode | undefined {
  const byIndex = new Map(codes.map((code) => [code.index, code]));
  // Only where one is somewhere else: it takes as long as all codes of an order.
  let byName: Map<string, ShownCode> | null = null;
  return ({ index, fingerprint, productId }) => {
    // Where the service does not say the product any more, it is the one that it was.
    const names = [nameOf(fingerprint, productId), nameOf(fingerprint, null)];
    const expected = byIndex.get(index);
    if (expected !== undefined && namesOf(key, expected).some((name) => names.includes(name)))
      return expected;
    byName ??= new Map(codes.flatMap((code) => namesOf(key, code).map((name) => [name, code] as const)));
    for (const name of names) {
      const found = byName.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function nameOf(fingerprint: Buffer, productId: number | null): string {
  return `${productId} ${fingerprint.toString("hex")}`;
}

function namesOf(key: Uint8Array, code: ShownCode): string[] {
  const { fingerprint, earlier } = fingerprintsOf(key, code);
  return [fingerprint, ...earlier].map((each) => nameOf(each, code.productId));
}
