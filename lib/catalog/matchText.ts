import { beginsAlmostWith, wordsOf } from "./fold.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** How well one word fits a product; the sum over the words orders by relevance. */
const FIT = {
  exactId: 60,
  nameBegin: 12,
  nameWord: 10,
  nameWordBegin: 8,
  otherWordBegin: 4,
  inside: 2,
};
/** A corrected word counts this much less, and never nothing. */
const SLIP_SHARE = 4;
/** Nothing in a text fits better than this, so the rest of the product need not be looked at. */
const BEST_TEXT_FIT = FIT.nameBegin;
const SLIPS_FROM_LENGTH = 4;
const MAX_CORRECTIONS = 3;
const SPACE = 32;

/** Below this share of the catalog the products that are left are looked at one by one. */
const FEW = 20;

type Needle = { text: string; share: number };

/**
 * How well each product fits the words of a query: 0 where some word is not found at all. Words are found as wholes, as
 * beginnings and inside other words (single letters only as beginnings); a word found nowhere is tried with one slip.
 * Null when the query holds no word: everything fits.
 */
export function matchText(index: SearchIndex, query: string): Uint8Array | null {
  // Long words leave the fewest products for the others to be looked for in.
  const words = wordsOf(query).toSorted((a, b) => b.length - a.length);
  let total: Uint8Array | null = null;
  for (const word of words) {
    const left: Uint32Array | null = total === null ? null : placesOf(total);
    const fit = fitOfWord(index, word, left);
    total = total === null || left === null ? fit : combine(total, fit, left);
  }
  return total;
}

function placesOf(fit: Uint8Array): Uint32Array {
  const places = new Uint32Array(fit.length);
  let count = 0;
  for (let place = 0; place < fit.length; place += 1) if (fit[place] !== 0) places[count++] = place;
  return places.subarray(0, count);
}

function combine(total: Uint8Array, fit: Uint8Array, left: Uint32Array): Uint8Array {
  for (const place of left) {
    const [before = 0, now = 0] = [total[place], fit[place]];
    total[place] = now === 0 ? 0 : Math.min(before + now, 255);
  }
  return total;
}

function fitOfWord(index: SearchIndex, word: string, left: Uint32Array | null): Uint8Array {
  const fit = new Uint8Array(index.size);
  const byId = /^\d{1,16}$/.test(word) ? index.placeOf.get(Number(word)) : undefined;
  const few = left !== null && left.length * FEW < index.size ? left : null;
  for (const needle of needlesOf(index, word, byId !== undefined)) {
    if (few === null) scan(index, needle, fit);
    else scanAmong(index, needle, fit, few);
  }
  if (byId !== undefined) fit[byId] = FIT.exactId;
  return fit;
}

function needlesOf(index: SearchIndex, word: string, isId: boolean): Needle[] {
  const text = word.length === 1 ? ` ${word}` : word;
  if (isId || word.length < SLIPS_FROM_LENGTH || index.text.includes(text)) return [{ text, share: 1 }];
  return correctionsOf(index, word).map((correction) => ({ text: ` ${correction}`, share: SLIP_SHARE }));
}

/** The words that `typed` may have been meant as; those closest to its length first, as they are most likely whole. */
function correctionsOf(index: SearchIndex, typed: string): string[] {
  const found: string[] = [];
  for (const word of index.vocabulary) if (beginsAlmostWith(word, typed)) found.push(word);
  const excess = (word: string) => Math.abs(word.length - typed.length);
  return found.toSorted((a, b) => excess(a) - excess(b)).slice(0, MAX_CORRECTIONS);
}

/** Writes the best fit of the needle into `fit`, for all products at once. */
function scan(index: SearchIndex, needle: Needle, fit: Uint8Array): void {
  const { text, textStarts, nameEnds } = index;
  let place = 0;
  let at = text.indexOf(needle.text);
  while (at !== -1) {
    while ((textStarts[place + 1] ?? 0) <= at) place += 1;
    const now = fitAt(text, needle.text, at, textStarts[place] ?? 0, nameEnds[place] ?? 0);
    raise(fit, place, now, needle.share);
    at = text.indexOf(needle.text, now === BEST_TEXT_FIT ? (textStarts[place + 1] ?? text.length) : at + 1);
  }
}

/** The same for a few products. */
function scanAmong(index: SearchIndex, needle: Needle, fit: Uint8Array, places: Uint32Array): void {
  const { text, textStarts, nameEnds } = index;
  for (const place of places) {
    const start = textStarts[place] ?? 0;
    const own = text.slice(start, textStarts[place + 1]);
    let at = own.indexOf(needle.text);
    while (at !== -1) {
      const now = fitAt(text, needle.text, start + at, start, nameEnds[place] ?? 0);
      raise(fit, place, now, needle.share);
      at = now === BEST_TEXT_FIT ? -1 : own.indexOf(needle.text, at + 1);
    }
  }
}

function raise(fit: Uint8Array, place: number, found: number, share: number): void {
  const now = Math.max(1, Math.floor(found / share));
  if (now > (fit[place] ?? 0)) fit[place] = now;
}

function fitAt(text: string, needle: string, at: number, start: number, nameEnd: number): number {
  const leading = needle.charCodeAt(0) === SPACE;
  const atWordBegin = leading || text.charCodeAt(at - 1) === SPACE;
  if (!atWordBegin) return FIT.inside;
  if (at >= nameEnd) return FIT.otherWordBegin;
  // A name begins behind the line feed and the space.
  if ((leading ? at + 1 : at) === start + 2) return FIT.nameBegin;
  const next = text.charCodeAt(at + needle.length);
  return next <= SPACE ? FIT.nameWord : FIT.nameWordBegin;
}
