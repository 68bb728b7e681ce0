/**
 * Whether a text has none of the characters that nobody sees or can type again in a reference: control characters, those that change
 * the direction of a text, breaks of lines.
 */
export const VISIBLE_REFERENCE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

/** Why a text can't be an order reference, for its field; null if it can. */
export function referenceProblem(text: string): string | null {
  const hidden = Array.from(text.trim()).filter((character) => !VISIBLE_REFERENCE.test(character));
  if (hidden.length === 0) return null;
  const names = [...new Set(hidden)].slice(0, 5).map((character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${digits.padStart(4, "0")}`;
  });
  return `This contains characters that nobody sees (${names.join(", ")}). Type the reference again.`;
}
