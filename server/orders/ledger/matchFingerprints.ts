/** A code as the ledger has it. Fingerprints are in hex. */
export type KnownCode = {
  index: number;
  productId: number | null;
  fingerprint: string;
  missingSince: number | null;
};

/** A code as an answer has it; `earlier`: the fingerprint that earlier versions stored, where it is another one. */
export type AnsweredCode = {
  index: number;
  productId: number | null;
  fingerprint: string;
  earlier: string | null;
};

export type Matched = {
  /** The answer has them again, wherever in it. */
  again: { known: KnownCode; answered: AnsweredCode }[];
  /** They are in the answer for the first time. */
  fresh: AnsweredCode[];
  /** The answer lacks them. */
  gone: KnownCode[];
};

/**
 * Compares the codes of an answer with those that the ledger has, whatever their order: services sort codes by product once all are there,
 * or put one in between. A code that an answer has twice counts twice; of several that are the same, those at the same index belong together.
 */
export function matchFingerprints(known: readonly KnownCode[], answered: readonly AnsweredCode[]): Matched {
  // By fingerprint and index: a hundred thousand codes may all be the same.
  const left = new Map<string, Map<number, KnownCode>>();
  for (const code of known) {
    const same = left.get(code.fingerprint) ?? new Map<number, KnownCode>();
    left.set(code.fingerprint, same.set(code.index, code));
  }
  const find = ({ index, fingerprint, earlier }: AnsweredCode, isSamePlace: boolean) => {
    for (const text of earlier === null ? [fingerprint] : [fingerprint, earlier]) {
      const codes = left.get(text);
      const found = isSamePlace ? codes?.get(index) : codes?.values().next().value;
      if (found !== undefined && codes?.delete(found.index) === true) return found;
    }
    return undefined;
  };
  const again: Matched["again"] = [];
  const unplaced = answered.filter((code) => {
    const found = find(code, true);
    if (found !== undefined) again.push({ known: found, answered: code });
    return found === undefined;
  });
  const fresh = unplaced.filter((code) => {
    const found = find(code, false);
    if (found !== undefined) again.push({ known: found, answered: code });
    return found === undefined;
  });
  return { again, fresh, gone: [...left.values()].flatMap((codes) => [...codes.values()]) };
}

/**
 * Gives each fresh code its index in the ledger: that of a code that is gone and may be forgotten (`free`), so that an order whose codes are
 * others in each answer does not grow; else its own, where no other code has it; else the next one.
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
  // Those whose own place is vacant come first, so that no other code takes it.
  const sorted = fresh.toSorted((a, b) => Number(vacant.has(b.index)) - Number(vacant.has(a.index)));
  return sorted.map((code) => ({ ...code, index: place(code.index) }));
}
