const LONGEST = 20;
const HEAD = 9;
const TAIL = 6;

/** Shortens a long reference to its beginning and its end, which people compare. */
export function shortReference(reference: string): string {
  if (reference.length <= LONGEST) return reference;
  return `${reference.slice(0, HEAD)}…${reference.slice(-TAIL)}`;
}
