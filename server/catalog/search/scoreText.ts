import { beginsAlmostWith, wordsOf } from "#lib/catalog/filters/fold.ts";
import type { Buffers } from "./buffers.ts";
import type { SearchIndex } from "./searchIndex.ts";
import {
  allWords,
  findWords,
  ordinalOfPosting,
  ZONES,
  zoneOfPosting,
  type WordMatch,
  type WordIndex,
} from "./wordIndex.ts";

/** What a search word scores in a product; results are sorted by the sum over all words. */
const SCORES = {
  exactId: 60,
  nameStart: 12,
  nameWord: 10,
  nameWordStart: 8,
  otherWordStart: 4,
  inside: 2,
};
/** The score of a corrected word is divided by this, but is never 0. */
const CORRECTION_DIVISOR = 4;
const CORRECT_FROM_LENGTH = 4;
const MAX_CORRECTIONS = 3;

/**
 * Scores each product for the words of a search, 0 if any word is missing. Words match whole words, beginnings and the inside of
 * other words (single letters only beginnings); a word that matches nothing is tried with one typing error. Null when the search
 * contains no word: then everything matches. The result is one of the buffers.
 */
export function scoreText(
  index: SearchIndex,
  { score, wordScore }: Buffers,
  search: string,
): Uint8Array | null {
  const [first, ...others] = wordsOf(search);
  if (first === undefined) return null;
  scoreWord(index, first, score);
  for (const word of others) {
    scoreWord(index, word, wordScore);
    addScores(score, wordScore);
  }
  return score;
}

function addScores(total: Uint8Array, wordScore: Uint8Array): void {
  for (let ordinal = 0; ordinal < total.length; ordinal += 1) {
    const [before = 0, ofWord = 0] = [total[ordinal], wordScore[ordinal]];
    total[ordinal] = before === 0 || ofWord === 0 ? 0 : Math.min(before + ofWord, 255);
  }
}

function scoreWord(index: SearchIndex, word: string, score: Uint8Array): void {
  score.fill(0);
  const byId = /^\d{1,16}$/.test(word) ? index.ordinalOf.get(Number(word)) : undefined;
  const found = findWords(index.words, word, word.length === 1);
  for (const match of found) raiseScores(index.words, match, score, 1);
  if (found.length === 0 && byId === undefined && word.length >= CORRECT_FROM_LENGTH) {
    for (const corrected of correctionsOf(index.words, word)) {
      for (const match of findWords(index.words, corrected, true))
        raiseScores(index.words, match, score, CORRECTION_DIVISOR);
    }
  }
  if (byId !== undefined) score[byId] = SCORES.exactId;
}

/** The words that `typed` may have meant, those of the most similar length first, as they are most likely complete. */
function correctionsOf(words: WordIndex, typed: string): string[] {
  const found: string[] = [];
  for (const word of allWords(words)) if (beginsAlmostWith(word, typed)) found.push(word);
  const excess = (word: string) => Math.abs(word.length - typed.length);
  return found.toSorted((a, b) => excess(a) - excess(b)).slice(0, MAX_CORRECTIONS);
}

/** Raises the score of every product that contains the word to the word's score there, if that is higher. */
function raiseScores(
  { starts, postings }: WordIndex,
  match: WordMatch,
  score: Uint8Array,
  divisor: number,
): void {
  const worth = scoreByZone(match, divisor);
  const end = starts[match.code + 1] ?? 0;
  for (let at = starts[match.code] ?? 0; at < end; at += 1) {
    const posting = postings[at] ?? 0;
    const ordinal = ordinalOfPosting(posting);
    const here = worth[zoneOfPosting(posting)] ?? 0;
    if (here > (score[ordinal] ?? 0)) score[ordinal] = here;
  }
}

function scoreByZone({ how }: WordMatch, divisor: number): Uint8Array {
  const inName = how === "whole" ? SCORES.nameWord : SCORES.nameWordStart;
  const worth = new Uint8Array(3).fill(divided(SCORES.inside, divisor));
  if (how === "inside") return worth;
  worth[ZONES.nameStart] = divided(SCORES.nameStart, divisor);
  worth[ZONES.name] = divided(inName, divisor);
  worth[ZONES.other] = divided(SCORES.otherWordStart, divisor);
  return worth;
}

function divided(score: number, divisor: number): number {
  return Math.max(1, Math.floor(score / divisor));
}
