/** How many characters at the end of a code people compare it by. */
const SHOWN = 4;
/** A shorter code would be half told. */
const SHORTEST = 3 * SHOWN;

/** A code that somebody typed, to be recognised by who typed it and by nobody else: only its last characters, if it is long enough. */
export function maskTyped(text: string): string {
  const characters = Array.from(text.trim());
  const letters = characters.flatMap((each, place) => (/[\p{L}\p{N}]/u.test(each) ? place : []));
  const from = letters.length < SHORTEST ? undefined : letters.at(-SHOWN);
  return characters
    .map((each, place) => (letters.includes(place) && (from === undefined || place < from) ? "•" : each))
    .join("");
}
