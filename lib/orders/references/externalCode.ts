/** 30 letters and digits, without I, L, O, U, 0 and 1: people read codes aloud and type them. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 24;
const GENERATED = new RegExp(`^CD(?:-[${ALPHABET}]{6}){4}$`);

/**
 * A new order code: it begins with a letter, so that it cannot be mistaken for an `orderId` (docs/service-interface.md §10.4),
 * and is long enough (24 × 4.9 bits) that it need not be looked up first. `random` returns that many random bytes.
 */
export function newOrderCode(random: (count: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      // Bytes beyond the last whole multiple of the alphabet are skipped, so that all letters are equally likely.
      const letter = byte < ALPHABET.length * 8 ? ALPHABET[byte % ALPHABET.length] : undefined;
      if (letter !== undefined && letters.length < LENGTH) letters.push(letter);
    }
  }
  return `CD-${letters.join("").replace(/(.{6})(?=.)/g, "$1-")}`;
}

/** Whether a code has the form of those that are generated here. */
export function isGeneratedCode(code: string): boolean {
  return GENERATED.test(code);
}
