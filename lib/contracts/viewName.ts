export const VIEW_NAME_LIMIT = 60;

/** A name as it is stored: one line, single spaces, no characters that change the direction of text. */
export function tidyViewName(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The key by which names are compared: ignores case, invisible characters and differences of encoding. */
export function viewNameKey(name: string): string {
  return tidyViewName(name.normalize("NFKC").replace(/\p{Cf}/gu, "")).toLowerCase();
}
