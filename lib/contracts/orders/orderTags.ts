/** Number of tags that one order may have. */
export const TAGS_LIMIT = 20;
/** In characters. */
export const TAG_LENGTH = 40;

/** A tag as it is stored and compared: lower case, single spaces, no invisible characters. */
export function normaliseTag(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\p{Cf}\p{Cs}\ufffd]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** Tags typed in one field, separated by commas, semicolons or line breaks: each once, in the order typed. */
export function parseTags(text: string): string[] {
  const tags = text.split(/[,;\n،、，；]/).map(normaliseTag);
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** What is wrong with the typed tags, as text; null if nothing is. */
export function tagsProblem(text: string): string | null {
  const tags = parseTags(text);
  const long = tags.find((tag) => tag.length > TAG_LENGTH);
  if (long !== undefined) {
    const start = Array.from(long)
      .slice(0, TAG_LENGTH / 2)
      .join("");
    return `Enter at most ${TAG_LENGTH} characters for each tag: “${start}…” is longer.`;
  }
  return tags.length > TAGS_LIMIT ? `Use at most ${TAGS_LIMIT} tags.` : null;
}
