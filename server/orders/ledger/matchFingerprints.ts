/** A code as the ledger has it. Fingerprints are in hex. */
export type KnownCode = {
  index: number;
  productId: number | null;
  fingerprint: string;
  missingSince: number | null;
  /** As `expiryOf` says. */
  expiresOn: string | null;
};

/** A code as an answer has it; `earlier`: the fingerprints that earlier versions stored, where they are others. */
export type AnsweredCode = {
  index: number;
  productId: number | null;
  fingerprint: string;
  expiresOn: string | null;
  earlier: readonly string[];
};

export type Matched = {
  /** Known codes that the answer contains again, at any position. */
  again: { known: KnownCode; answered: AnsweredCode }[];
  /** Codes that appear for the first time. */
  fresh: AnsweredCode[];
  /** Known codes that the answer lacks. */
  gone: KnownCode[];
};

/**
 * Compares the codes of an answer with those that the ledger has, whatever their order: services sort codes by product once all are there,
 * or put one in between. A code that an answer has twice counts twice; of several that are the same, those of the same product belong
 * together, and of these those at the same index.
 */
export function matchFingerprints(known: readonly KnownCode[], answered: readonly AnsweredCode[]): Matched {
  const left = new KnownCodes(known);
  const again: Matched["again"] = [];
  const fresh = PREFERENCES.reduce<readonly AnsweredCode[]>(
    (open, how) =>
      open.filter((code) => {
        const found = left.remove(code, how);
        if (found !== undefined) again.push({ known: found, answered: code });
        return found === undefined;
      }),
    answered,
  );
  return { again, fresh: [...fresh], gone: left.all() };
}

type Preference = { isOfProduct: boolean; isAtIndex: boolean };
/** How a code is looked for among those with its fingerprint, the surest way first. */
const PREFERENCES: readonly Preference[] = [
  { isOfProduct: true, isAtIndex: true },
  { isOfProduct: true, isAtIndex: false },
  { isOfProduct: false, isAtIndex: true },
  { isOfProduct: false, isAtIndex: false },
];

/** Known codes by fingerprint, with and without their product, and index: a hundred thousand codes may all be the same. */
class KnownCodes {
  readonly #groups = new Map<string, Map<number, KnownCode>>();

  constructor(codes: readonly KnownCode[]) {
    for (const code of codes) {
      for (const group of groupsOf(code, code.fingerprint)) {
        const same = this.#groups.get(group) ?? new Map<number, KnownCode>();
        this.#groups.set(group, same.set(code.index, code));
      }
    }
  }

  remove(code: AnsweredCode, { isOfProduct, isAtIndex }: Preference): KnownCode | undefined {
    for (const fingerprint of [code.fingerprint, ...code.earlier]) {
      const [ofText, ofProduct] = groupsOf(code, fingerprint);
      const same = this.#groups.get(isOfProduct ? ofProduct : ofText);
      const found = isAtIndex ? same?.get(code.index) : same?.values().next().value;
      if (found === undefined) continue;
      for (const group of groupsOf(found, found.fingerprint)) this.#groups.get(group)?.delete(found.index);
      return found;
    }
    return undefined;
  }

  all(): KnownCode[] {
    const byIndex = new Map<number, KnownCode>();
    for (const same of this.#groups.values()) for (const code of same.values()) byIndex.set(code.index, code);
    return [...byIndex.values()];
  }
}

function groupsOf({ productId }: Pick<KnownCode, "productId">, fingerprint: string): [string, string] {
  return [fingerprint, `${fingerprint} ${productId}`];
}

/**
 * Gives each fresh code its index in the ledger: that of a code that is gone and may be forgotten (`free`), so that an order with
 * different codes in every answer does not grow; otherwise its own index if no other code has it; otherwise the next one.
 */
export function placeFresh(
  fresh: readonly AnsweredCode[],
  known: readonly KnownCode[],
  free: readonly number[],
): (AnsweredCode & { index: number })[] {
  const vacant = new Set(free);
  const taken = new Set(known.map(({ index }) => index));
  let next = [...known, ...fresh].reduce((most, { index }) => Math.max(most, index), -1);
  const place = (own: number): number => {
    if (vacant.delete(own)) return own;
    for (const index of vacant) {
      vacant.delete(index);
      return index;
    }
    if (taken.has(own)) return (next += 1);
    taken.add(own);
    return own;
  };
  // Codes whose own index is vacant come first, so that no other code takes it.
  const sorted = fresh.toSorted((a, b) => Number(vacant.has(b.index)) - Number(vacant.has(a.index)));
  return sorted.map((code) => ({ ...code, index: place(code.index) }));
}
