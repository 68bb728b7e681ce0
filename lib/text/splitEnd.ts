/** In characters. A longer end would leave too little of the start. */
const LONGEST_END = 12;

/**
 * Splits a text before its last two words (or its last one, if two are long), for places that cut off the start only: names in a
 * series differ at their ends. The end is empty if the last word is long, or the only one.
 */
export function splitEnd(text: string): { start: string; end: string } {
  const spaces = [...text.matchAll(/\s+(?=\S)/g)].slice(-2);
  const space = spaces.find(({ index }) => text.length - index <= LONGEST_END + 1);
  if (space === undefined || space.index === 0) return { start: text, end: "" };
  return { start: text.slice(0, space.index), end: text.slice(space.index + space[0].length) };
}
