/** Letters that are written from right to left (the bidirectional classes R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text of somebody else's for the middle of a sentence, with marks that isolate its direction where it needs them: otherwise a
 * number after a name in Arabic or Hebrew would be drawn before it. In markup, `bdi` does the same.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
