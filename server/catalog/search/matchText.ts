import { beginsAlmostWith, wordsOf } from "#lib/catalog/filters/fold.ts";
import { scratchOf } from "./buffers.ts";
import type { SearchIndex } from "./searchIndex.ts";
import {
  allWords,
  findWords,
  placeOfPosting,
  ZONES,
  zoneOfPosting,
  type Finding,
  type WordIndex,
} from "./wordIndex.ts";

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
const SLIPS_FROM_LENGTH = 4;
const MAX_CORRECTIONS = 3;

/**
 * How well each product fits the words of a query: 0 where some word is not found at all. Words are found as wholes, as
 * beginnings and inside other words (single letters only as beginnings); a word found nowhere is tried with one slip.
 * Null when the query holds no word: everything fits. Valid until the next search of the same index.
 */
export function matchText(index: SearchIndex, query: string): Uint8Array | null {
  const { fit, fitOfWord } = scratchOf(index);
  const [first, ...others] = wordsOf(query);
  if (first === undefined) return null;
  findWord(index, first, fit);
  for (const word of others) {
    findWord(index, word, fitOfWord);
    combine(fit, fitOfWord);
  }
  return fit;
}

function combine(total: Uint8Array, fit: Uint8Array): void {
  for (let place = 0; place < total.length; place += 1) {
    const [before = 0, now = 0] = [total[place], fit[place]];
    total[place] = before === 0 || now === 0 ? 0 : Math.min(before + now, 255);
  }
}

function findWord(index: SearchIndex, word: string, fit: Uint8Array): void {
  fit.fill(0);
  const byId = /^\d{1,16}$/.test(word) ? index.placeOf.get(Number(word)) : undefined;
  const found = findWords(index.words, word, word.length === 1);
  for (const finding of found) raise(index.words, finding, fit, 1);
  if (found.length === 0 && byId === undefined && word.length >= SLIPS_FROM_LENGTH) {
    for (const meant of correctionsOf(index.words, word)) {
      for (const finding of findWords(index.words, meant, true)) raise(index.words, finding, fit, SLIP_SHARE);
    }
  }
  if (byId !== undefined) fit[byId] = FIT.exactId;
}

/** The words that `typed` may have been meant as; those closest to its length first, as they are most likely whole. */
function correctionsOf(words: WordIndex, typed: string): string[] {
  const found: string[] = [];
  for (const word of allWords(words)) if (beginsAlmostWith(word, typed)) found.push(word);
  const excess = (word: string) => Math.abs(word.length - typed.length);
  return found.toSorted((a, b) => excess(a) - excess(b)).slice(0, MAX_CORRECTIONS);
}

/** Writes what a word is worth into `fit`, for all products that hold it, where it is more than what stands there. */
function raise({ starts, postings }: WordIndex, finding: Finding, fit: Uint8Array, share: number): void {
  const worth = worthOf(finding, share);
  const end = starts[finding.code + 1] ?? 0;
  for (let at = starts[finding.code] ?? 0; at < end; at += 1) {
    const posting = postings[at] ?? 0;
    const place = placeOfPosting(posting);
    const now = worth[zoneOfPosting(posting)] ?? 0;
    if (now > (fit[place] ?? 0)) fit[place] = now;
  }
}

/** By zone. */
function worthOf({ how }: Finding, share: number): Uint8Array {
  const inName = how === "whole" ? FIT.nameWord : FIT.nameWordBegin;
  const worth = new Uint8Array(3).fill(shared(FIT.inside, share));
  if (how === "inside") return worth;
  worth[ZONES.nameBegin] = shared(FIT.nameBegin, share);
  worth[ZONES.name] = shared(inName, share);
  worth[ZONES.other] = shared(FIT.otherWordBegin, share);
  return worth;
}

function shared(fit: number, share: number): number {
  return Math.max(1, Math.floor(fit / share));
}
