import { decodeReference } from "./referenceSegment.ts";
import { readReference } from "./readReference.ts";

export type ParsedReferences = {
  /** Each once, in the order in which they were typed. */
  references: string[];
  /** How many repetitions were left out. */
  repeated: number;
};

/** Characters that no reference contains: line ends, tabs, commas, semicolons and bars. It may contain a space. */
const SEPARATORS = /[\n\r\t\v\f\u2028\u2029,;|]/;
/** A word that can be a reference by itself: it has a digit and more than two characters. */
const isWord = (word: string) => /^\S{3}/u.test(word) && /\d/.test(word);
/** The address of an order's page, with or without the host. */
const ADDRESS = /^(?:https?:\/\/[^/\s]+)?\/orders\/([^/?#\s]+)\/?(?:[?#]\S*)?$/i;

/**
 * The references in a pasted text, whatever separates them: order references, order ids, `#123`, addresses of order pages. Words
 * between spaces are separate references if each of them looks like one; otherwise they belong together, as in "PO 17".
 */
export function parseReferences(text: string): ParsedReferences {
  const all = text.split(SEPARATORS).flatMap((piece) => {
    const whole = readReference(piece);
    if (whole === null) return [];
    const words = whole.split(/\s/).flatMap((word) => readReference(word) ?? []);
    return (words.every(isWord) ? words : [whole]).map(plainReference);
  });
  const references = [...new Set(all)];
  return { references, repeated: all.length - references.length };
}

/** Removes what people and pages put around a reference; unchanged if it cannot be decoded. */
function plainReference(typed: string): string {
  const segment = ADDRESS.exec(typed)?.[1];
  if (segment === undefined) return /^#\d+$/.test(typed) ? typed.slice(1) : typed;
  try {
    return decodeReference(decodeURIComponent(segment));
  } catch {
    return typed;
  }
}
