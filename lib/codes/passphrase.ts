/** No letters and digits that are taken for each other when they are read out. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const GROUPS = 6;
const GROUP = 5;
/** Bytes from here on would make the first letters likelier than the last ones. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length);

/** A passphrase of 148 random bits in groups to be read out: `k3mfa-…`. `randomBytes`: a cryptographic source. */
export function makePassphrase(randomBytes: (count: number) => Uint8Array): string {
  let letters = "";
  while (letters.length < GROUPS * GROUP) {
    for (const byte of randomBytes(GROUPS * GROUP)) {
      if (byte < FAIR_BELOW) letters += ALPHABET[byte % ALPHABET.length] ?? "";
    }
  }
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP)).join("-");
}
