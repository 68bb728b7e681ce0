/** No I, L, O, U, 0 or 1: read aloud and typed by people. 30 letters and digits. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 24;
const GENERATED = new RegExp(`^CD(?:-[${ALPHABET}]{6}){4}$`);

/**
 * A new order code: begins with a letter, so that it is never taken for an `orderId` (docs/service-interface.md §10.4), and is long
 * enough (24 × 4.9 bits) that it is not looked up first. `random` gives that many random bytes.
 */
export function newOrderCode(random: (count: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      // Bytes past the last whole alphabet are left out, so that no letter is likelier than another.
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
