export const VIEW_NAME_LIMIT = 60;

/**
 * What nobody sees, or what changes the direction of text: formatting (without the two joiners, which emoji and some scripts need),
 * private and unpaired characters, and letters that are drawn as nothing.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/** A name as it is stored: one line of visible characters, with single spaces. */
export function tidyViewName(typed: string): string {
  return withoutInvisible(typed)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** A text of several lines as it is stored: line ends and tabs are the only control characters. */
export function tidyLines(typed: string): string {
  return withoutInvisible(typed)
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
}

function withoutInvisible(typed: string): string {
  return typed.normalize("NFC").replace(INVISIBLE, "");
}

/** The key by which names are compared: ignores case, invisible characters and differences of encoding. */
export function viewNameKey(name: string): string {
  return tidyViewName(name.normalize("NFKC").replace(/\p{Cf}/gu, "")).toLowerCase();
}
