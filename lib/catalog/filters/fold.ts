/** Letters that Unicode does not decompose into a base letter and a mark. */
const BASE_LETTERS: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/**
 * Text in the form in which the search compares it: lower case, no accents, words separated by single spaces. Punctuation,
 * control and direction characters separate words; symbols stay, so that a product named `★` can be found.
 */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) {
    return text
      .toLowerCase()
      .replace(/[^a-z0-9$+<=>^`|~]+/g, " ")
      .trim();
  }
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßøłđðþæœı]/g, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .trim();
}

/** The words of a folded text, each once, at most `limit` of them. */
export function wordsOf(text: string, limit = 12): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "").slice(0, limit);
}

/** Whether `word` begins with `typed`, allowing one typing error: a wrong, missing, additional or swapped letter. Both are folded. */
export function beginsAlmostWith(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  if (at >= typed.length - 1) return true;
  const swapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(typed.slice(at + 1), at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (swapped && word.startsWith(typed.slice(at + 2), at + 2))
  );
}
