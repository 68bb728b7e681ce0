/** Where a word stands in a product, best first. */
export const ZONES = { nameBegin: 0, name: 1, other: 2 } as const;
const ZONE_BITS = 2;
const ZONE_MASK = 3;

/** More different words than this are not kept: a catalog of noise must not fill the memory. */
const WORDS_LIMIT = 1_000_000;
const LINE_FEED = "\n";

/** Every word of the catalog, with the products that hold it. */
export type WordIndex = {
  /** All words in one string, a line feed before each and at the end: one search goes over them all. */
  text: string;
  /** Where the line feed of word `n` stands in `text`. */
  textStarts: Uint32Array;
  /** The products of word `n` are `postings[starts[n]] … postings[starts[n + 1] - 1]`, place and zone in one number. */
  starts: Uint32Array;
  postings: Uint32Array;
};

export function placeOfPosting(posting: number): number {
  return posting >>> ZONE_BITS;
}

export function zoneOfPosting(posting: number): number {
  return posting & ZONE_MASK;
}

/** Takes the folded words of products in the order of their places. */
export class WordIndexBuilder {
  #codes = new Map<string, number>();
  /** The product that a word was last added for, plus one. */
  #lastSeen: number[] = [];
  #counts: number[] = [];
  #taken = new Uint32Array(1 << 16);
  #takenCodes = new Uint32Array(1 << 16);
  #length = 0;

  /** Words once each, those of the name first. */
  add(place: number, name: string, other: string): void {
    let zone: number = ZONES.nameBegin;
    for (const word of name.split(" ")) {
      this.#take(place, zone, word);
      zone = ZONES.name;
    }
    for (const word of other.split(" ")) this.#take(place, ZONES.other, word);
  }

  /** `placeOf`: where each product stands in the end, by the place it was added for. */
  finish(placeOf: Uint32Array): WordIndex {
    const starts = new Uint32Array(this.#counts.length + 1);
    this.#counts.forEach((count, code) => (starts[code + 1] = (starts[code] ?? 0) + count));
    const next = starts.slice();
    const postings = new Uint32Array(this.#length);
    for (let at = 0; at < this.#length; at += 1) {
      const code = this.#takenCodes[at] ?? 0;
      const to = next[code] ?? 0;
      const taken = this.#taken[at] ?? 0;
      postings[to] = ((placeOf[placeOfPosting(taken)] ?? 0) << ZONE_BITS) | zoneOfPosting(taken);
      next[code] = to + 1;
    }
    const words = [...this.#codes.keys()];
    const textStarts = new Uint32Array(words.length + 1);
    words.forEach((word, code) => (textStarts[code + 1] = (textStarts[code] ?? 0) + word.length + 1));
    return { text: words.map((word) => LINE_FEED + word).join("") + LINE_FEED, textStarts, starts, postings };
  }

  #take(place: number, zone: number, word: string): void {
    if (word === "") return;
    let code = this.#codes.get(word);
    if (code === undefined) {
      if (this.#codes.size >= WORDS_LIMIT) return;
      code = this.#codes.size;
      this.#codes.set(word, code);
      this.#counts.push(0);
      this.#lastSeen.push(0);
    }
    if (this.#lastSeen[code] === place + 1) return;
    this.#lastSeen[code] = place + 1;
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    if (this.#length === this.#taken.length) {
      this.#taken = grown(this.#taken);
      this.#takenCodes = grown(this.#takenCodes);
    }
    this.#taken[this.#length] = (place << ZONE_BITS) | zone;
    this.#takenCodes[this.#length] = code;
    this.#length += 1;
  }
}

function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** How a typed text was found in a word. */
export type Finding = { code: number; how: "whole" | "beginning" | "inside" };

/** Every word that holds the text; only those that begin with it where `beginnings` says so. */
export function findWords(words: WordIndex, typed: string, beginnings: boolean): Finding[] {
  const { text, textStarts } = words;
  const found: Finding[] = [];
  const needle = beginnings ? LINE_FEED + typed : typed;
  let code = 0;
  for (let at = text.indexOf(needle); at !== -1;) {
    code = codeAtOffset(textStarts, at, code);
    const [start = 0, end = text.length] = [textStarts[code], textStarts[code + 1]];
    const atBegin = beginnings || at === start + 1;
    const isWhole = atBegin && end - start - 1 === typed.length;
    found.push({ code, how: isWhole ? "whole" : atBegin ? "beginning" : "inside" });
    // A word counts once, as its first place is its best.
    at = text.indexOf(needle, end);
  }
  return found;
}

/** The words themselves, in the order of their codes. */
export function* allWords({ text, textStarts }: WordIndex): Generator<string> {
  for (let code = 0; code + 1 < textStarts.length; code += 1)
    yield text.slice((textStarts[code] ?? 0) + 1, textStarts[code + 1]);
}

/** The word that holds an offset of the text, not before `from`. */
function codeAtOffset(textStarts: Uint32Array, offset: number, from: number): number {
  let [low, high] = [from, textStarts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((textStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
