export const VIEW_NAME_LIMIT = 60;

/** A name as it is kept: one line, single spaces, nothing that turns the direction of the text beside it. */
export function tidyViewName(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Names that look the same are the same: without case, however their letters are encoded, and without what is not seen. */
export function viewNameKey(name: string): string {
  return tidyViewName(name.normalize("NFKC").replace(/\p{Cf}/gu, "")).toLowerCase();
}
