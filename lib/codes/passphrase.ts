/** Without letters and digits that are easily confused when they are read out. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const GROUPS = 6;
const GROUP = 5;
/** Larger bytes would favour the first letters. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length);

/** A passphrase with 148 random bits, in groups that can be read out: `k3mfa-…`. `randomBytes`: a cryptographic source. */
export function makePassphrase(randomBytes: (count: number) => Uint8Array): string {
  let letters = "";
  while (letters.length < GROUPS * GROUP) {
    for (const byte of randomBytes(GROUPS * GROUP)) {
      if (byte < FAIR_BELOW) letters += ALPHABET[byte % ALPHABET.length] ?? "";
    }
  }
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP)).join("-");
}
