/**
 * Characters without width that are copied along with text, and that change nothing of what people see: soft hyphens, zero-width
 * characters, direction marks. Not among them: U+202E, which shows digits in the reverse order.
 */
const WITHOUT_WIDTH = /[\u00ad\u061c\u200b-\u200f\u202a-\u202d\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Other characters that nobody sees, or that change what is seen; as properties of Unicode where it has them. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

export function withoutInvisible(text: string): string {
  return text.replace(WITHOUT_WIDTH, "");
}

/** Names the invisible characters of a text, as in `U+200B, U+00AD`; null if it has none. */
export function nameInvisible(text: string): string | null {
  const found = new Set(text.match(HIDDEN) ?? []);
  const names = [...found].map(
    (each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return names.length === 0 ? null : names.join(", ");
}
