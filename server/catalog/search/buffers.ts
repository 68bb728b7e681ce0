/**
 * Memory that the searches of one engine reuse: allocating megabytes for each request would keep the garbage collector busy and
 * delay other requests. Private to the engine: a search is synchronous and returns nothing that points into them.
 */
export type Buffers = {
  /** For each product the filters that it fails, as bits: 0 is a match. */
  failedFilters: Uint16Array;
  /** The ordinals of the matches, by name and in the requested order. */
  matches: Uint32Array;
  sorted: Uint32Array;
  /** For each bit, the ordinals of the products that fail that filter only. */
  failingOnly: Map<number, Uint32Array>;
  /** For each product, its score for all words of the search and for one of them. */
  score: Uint8Array;
  wordScore: Uint8Array;
  /** All 0 between uses. */
  flags: Uint8Array;
};

export function createBuffers(size: number): Buffers {
  return {
    failedFilters: new Uint16Array(size),
    matches: new Uint32Array(size),
    sorted: new Uint32Array(size),
    failingOnly: new Map(),
    score: new Uint8Array(size),
    wordScore: new Uint8Array(size),
    flags: new Uint8Array(size),
  };
}
