/** Where a product contains a word, best first. */
export const ZONES = { nameStart: 0, name: 1, other: 2 } as const;
const ZONE_BITS = 2;
const ZONE_MASK = 3;

/** The most different words that are indexed: a catalog of noise must not exhaust the memory. */
const WORDS_LIMIT = 1_000_000;
const LINE_FEED = "\n";

/** Every word of the catalog, with the products that contain it. */
export type WordIndex = {
  /** All words in one string, with a line feed before each and at the end, so that one search covers them all. */
  text: string;
  /** The offset of the line feed of word `n` in `text`. */
  textStarts: Uint32Array;
  /** The products of word `n` are `postings[starts[n]] … postings[starts[n + 1] - 1]`, ordinal and zone in one number. */
  starts: Uint32Array;
  postings: Uint32Array;
};

export function ordinalOfPosting(posting: number): number {
  return posting >>> ZONE_BITS;
}

export function zoneOfPosting(posting: number): number {
  return posting & ZONE_MASK;
}

/** Builds the index from the folded words of products, which are added in the order of their positions. */
export class WordIndexBuilder {
  #codes = new Map<string, number>();
  /** The product that a word was last added for, plus one. */
  #lastSeen: number[] = [];
  #counts: number[] = [];
  #added = new Uint32Array(1 << 16);
  #addedCodes = new Uint32Array(1 << 16);
  #length = 0;

  /** Each word counts once; those of the name are counted first. */
  add(position: number, name: string, other: string): void {
    let zone: number = ZONES.nameStart;
    for (const word of name.split(" ")) {
      this.#addWord(position, zone, word);
      zone = ZONES.name;
    }
    for (const word of other.split(" ")) this.#addWord(position, ZONES.other, word);
  }

  /** @param ordinals the ordinal of each product, by the position at which it was added. */
  finish(ordinals: Uint32Array): WordIndex {
    const starts = new Uint32Array(this.#counts.length + 1);
    this.#counts.forEach((count, code) => (starts[code + 1] = (starts[code] ?? 0) + count));
    const next = starts.slice();
    const postings = new Uint32Array(this.#length);
    for (let at = 0; at < this.#length; at += 1) {
      const code = this.#addedCodes[at] ?? 0;
      const to = next[code] ?? 0;
      const posting = this.#added[at] ?? 0;
      postings[to] = ((ordinals[ordinalOfPosting(posting)] ?? 0) << ZONE_BITS) | zoneOfPosting(posting);
      next[code] = to + 1;
    }
    const words = [...this.#codes.keys()];
    const textStarts = new Uint32Array(words.length + 1);
    words.forEach((word, code) => (textStarts[code + 1] = (textStarts[code] ?? 0) + word.length + 1));
    return { text: words.map((word) => LINE_FEED + word).join("") + LINE_FEED, textStarts, starts, postings };
  }

  #addWord(position: number, zone: number, word: string): void {
    if (word === "") return;
    let code = this.#codes.get(word);
    if (code === undefined) {
      if (this.#codes.size >= WORDS_LIMIT) return;
      code = this.#codes.size;
      this.#codes.set(word, code);
      this.#counts.push(0);
      this.#lastSeen.push(0);
    }
    if (this.#lastSeen[code] === position + 1) return;
    this.#lastSeen[code] = position + 1;
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    if (this.#length === this.#added.length) {
      this.#added = grown(this.#added);
      this.#addedCodes = grown(this.#addedCodes);
    }
    this.#added[this.#length] = (position << ZONE_BITS) | zone;
    this.#addedCodes[this.#length] = code;
    this.#length += 1;
  }
}

function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** How a typed text matches a word. */
export type WordMatch = { code: number; how: "whole" | "beginning" | "inside" };

/** Every word that contains the text; with `beginnings`, only those that begin with it. */
export function findWords(words: WordIndex, typed: string, beginnings: boolean): WordMatch[] {
  const { text, textStarts } = words;
  const found: WordMatch[] = [];
  const needle = beginnings ? LINE_FEED + typed : typed;
  let code = 0;
  for (let at = text.indexOf(needle); at !== -1;) {
    code = codeAtOffset(textStarts, at, code);
    const [start = 0, end = text.length] = [textStarts[code], textStarts[code + 1]];
    const atStart = beginnings || at === start + 1;
    const isWhole = atStart && end - start - 1 === typed.length;
    found.push({ code, how: isWhole ? "whole" : atStart ? "beginning" : "inside" });
    // A word counts once: its first match is its best.
    at = text.indexOf(needle, end);
  }
  return found;
}

/** The words that contain a text, if there are at most so many; null: there are more. */
export function wordsContaining(words: WordIndex, typed: string, most: number): string[] | null {
  const { text, textStarts } = words;
  const found: string[] = [];
  let code = 0;
  for (let at = text.indexOf(typed); at !== -1;) {
    if (found.length === most) return null;
    code = codeAtOffset(textStarts, at, code);
    const [start = 0, end = text.length] = [textStarts[code], textStarts[code + 1]];
    found.push(text.slice(start + 1, end));
    at = text.indexOf(typed, end);
  }
  return found;
}

/** The code of a word; null if no product contains it. */
export function findWholeWord({ text, textStarts }: WordIndex, word: string): number | null {
  const at = text.indexOf(LINE_FEED + word + LINE_FEED);
  return at === -1 ? null : codeAtOffset(textStarts, at, 0);
}

/** The words themselves, in the order of their codes. */
export function* allWords({ text, textStarts }: WordIndex): Generator<string> {
  for (let code = 0; code + 1 < textStarts.length; code += 1)
    yield text.slice((textStarts[code] ?? 0) + 1, textStarts[code + 1]);
}

/** The word at an offset of the text, not before `from`. */
function codeAtOffset(textStarts: Uint32Array, offset: number, from: number): number {
  let [low, high] = [from, textStarts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((textStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
