/** Bits of the hash over the first four bytes of a form. */
const HASH_BITS = 16;

/**
 * Returns a function that names the owners of all forms, of four bytes or more, that occur in a buffer. One pass finds any number
 * of them: at each position, a bit table says whether a form may begin there.
 */
export function formFinder<Owner>(
  forms: readonly { form: Buffer; owner: Owner }[],
): (content: Buffer) => Set<Owner> {
  const mayBegin = new Uint8Array(1 << HASH_BITS);
  const byHash = Map.groupBy(forms, ({ form }) => hash(form.readUInt32LE(0)));
  for (const at of byHash.keys()) mayBegin[at] = 1;
  return (content) => {
    const found = new Set<Owner>();
    let word = 0;
    for (let end = 0; end < content.length; end++) {
      word = (word >>> 8) | ((content[end] ?? 0) << 24);
      const key = hash(word);
      if (mayBegin[key] === 0 || end < 3) continue;
      for (const { form, owner } of byHash.get(key) ?? []) {
        const start = end - 3;
        if (!found.has(owner) && content.subarray(start, start + form.length).equals(form)) found.add(owner);
      }
    }
    return found;
  };
}

function hash(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
}
