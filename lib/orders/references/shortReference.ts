const LONGEST = 20;
const HEAD = 9;
const TAIL = 6;

/** A long reference by its beginning and its end, which is what people compare. */
export function shortReference(reference: string): string {
  if (reference.length <= LONGEST) return reference;
  return `${reference.slice(0, HEAD)}…${reference.slice(-TAIL)}`;
}
