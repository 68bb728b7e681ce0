import type { SearchIndex } from "./searchIndex.ts";

/**
 * Memory that searches of one index take turns with: a search is over before the next one begins, and what it found is valid until
 * then. Megabytes for each request would keep the collector busy, and the requests waiting.
 */
export type Scratch = {
  /** For each product the set of choices it fails, as bits. */
  failures: Uint16Array;
  /** Places of what is shown, by name and in the order asked for. */
  shown: Uint32Array;
  ordered: Uint32Array;
  /** By bit, places of what fails that choice only. */
  near: Map<number, Uint32Array>;
  /** How well each product fits the words, and one of them. */
  fit: Uint8Array;
  fitOfWord: Uint8Array;
  /** All 0 between its uses. */
  marks: Uint8Array;
};

const scratches = new WeakMap<SearchIndex, Scratch>();

export function scratchOf(index: SearchIndex): Scratch {
  let scratch = scratches.get(index);
  if (scratch === undefined) {
    const { size } = index;
    scratch = {
      failures: new Uint16Array(size),
      shown: new Uint32Array(size),
      ordered: new Uint32Array(size),
      near: new Map(),
      fit: new Uint8Array(size),
      fitOfWord: new Uint8Array(size),
      marks: new Uint8Array(size),
    };
    scratches.set(index, scratch);
  }
  return scratch;
}
