/** The last two words, or the last one, if they have at most twelve characters: a longer end would leave too little of the start. */
const SHORT_END = /^(.*?\S)(?=\s.{0,12}$)\s+(\S+(?:\s+\S+)?\s*)$/s;

/**
 * Splits a text before its last two words (or its last one, if two are long), for places that cut off the start only: names in a
 * series differ at their ends. The end is empty if the last word is long, or the only one.
 */
export function splitEnd(text: string): { start: string; end: string } {
  const [, start = text, end = ""] = SHORT_END.exec(text) ?? [];
  return { start, end };
}
