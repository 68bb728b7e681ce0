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

/**
 * How well each product fits the words of a query: 0 where some word is not found at all. Words are found as wholes, as
 * beginnings and inside other words (single letters only as beginnings); a word found nowhere is tried with one slip.
 * Null when the query holds no word: everything fits.
 */
export function matchText(index: SearchIndex, query: string): Uint8Array | null {
  const words = wordsOf(query);
  if (words.length === 0) return null;
  let total: Uint8Array | null = null;
  for (const word of words) {
    const fit = fitOfWord(index, word);
    if (total === null) {
      total = fit;
      continue;
    }
    for (let place = 0; place < index.size; place += 1) {
      const [before = 0, now = 0] = [total[place], fit[place]];
      total[place] = before === 0 || now === 0 ? 0 : Math.min(before + now, 255);
    }
  }
  return total;
}

function fitOfWord(index: SearchIndex, word: string): Uint8Array {
  const fit = new Uint8Array(index.size);
  let found = scan(index, word, fit, 1);
  if (/^\d{1,16}$/.test(word)) {
    const place = index.placeOf.get(Number(word));
    if (place !== undefined) {
      fit[place] = FIT.exactId;
      found += 1;
    }
  }
  if (found > 0 || word.length < SLIPS_FROM_LENGTH) return fit;
  for (const correction of correctionsOf(index, word)) scan(index, ` ${correction}`, fit, SLIP_SHARE);
  return fit;
}

/** The words that `typed` may have been meant as; those closest to its length first, as they are most likely whole. */
function correctionsOf(index: SearchIndex, typed: string): string[] {
  const found: string[] = [];
  for (const word of index.vocabulary) if (beginsAlmostWith(word, typed)) found.push(word);
  const excess = (word: string) => Math.abs(word.length - typed.length);
  return found.toSorted((a, b) => excess(a) - excess(b)).slice(0, MAX_CORRECTIONS);
}

/** Writes the best fit of `word` into `fit`; returns how many products have it. */
function scan(index: SearchIndex, word: string, fit: Uint8Array, share: number): number {
  const { text, textStarts, nameEnds } = index;
  const needle = word.length === 1 ? ` ${word}` : word;
  let place = 0;
  let found = 0;
  let at = text.indexOf(needle);
  while (at !== -1) {
    while ((textStarts[place + 1] ?? 0) <= at) place += 1;
    const now = fitAt(text, needle, at, textStarts[place] ?? 0, nameEnds[place] ?? 0);
    const shared = Math.max(1, Math.floor(now / share));
    const before = fit[place] ?? 0;
    if (before === 0) found += 1;
    if (shared > before) fit[place] = shared;
    at = text.indexOf(needle, now === BEST_TEXT_FIT ? (textStarts[place + 1] ?? text.length) : at + 1);
  }
  return found;
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
