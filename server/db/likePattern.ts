import "server-only";

/** Text for LIKE and ILIKE that is meant as itself: `%`, `_` and `\` are no wildcards. Surround it with `%` to search inside. */
export function likePattern(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
