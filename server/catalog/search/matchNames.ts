import { meansCountry } from "#lib/catalog/filters/countryText.ts";
import { wordsOf } from "#lib/catalog/filters/fold.ts";
import { codeOf, type SearchIndex } from "./searchIndex.ts";
import { findWholeWord, ordinalOfPosting, ZONES, zoneOfPosting } from "./wordIndex.ts";

/** How many words of a name are looked up; a longer name is found by its first words. */
const WORDS_LIMIT = 60;

/** A product's name, with a country's code or English name; empty for any country. */
export type NameInCountry = { name: string; country: string };
/** `total` may exceed the number of `ids`. */
export type NameMatches = { ids: number[]; total: number };

/**
 * Returns a function that finds the products whose text contains every word of a name, as whole words: in the order of names,
 * first those whose name has no other words; those of the given country if there are any. Made for many names at once: each word
 * is looked up once.
 */
export function createNameMatcher(index: SearchIndex): (given: NameInCountry, limit: number) => NameMatches {
  const codes = new Map<string, number | null>();
  const counts = new Uint8Array(index.size);
  const namedCounts = new Uint8Array(index.size);
  const countries = index.facets.country;

  function codeOfWord(word: string): number | null {
    const known = codes.get(word);
    if (known !== undefined) return known;
    const code = findWholeWord(index.words, word);
    codes.set(word, code);
    return code;
  }

  /** Calls back for each product that contains a word, and says whether the word is in its name. */
  function eachProduct(code: number, visit: (ordinal: number, isInName: boolean) => void): void {
    const { starts, postings } = index.words;
    const end = starts[code + 1] ?? 0;
    for (let at = starts[code] ?? 0; at < end; at += 1) {
      const posting = postings[at] ?? 0;
      visit(ordinalOfPosting(posting), zoneOfPosting(posting) !== ZONES.other);
    }
  }

  function holdingAll(words: readonly number[]): number[] {
    const found: number[] = [];
    for (const word of words) {
      eachProduct(word, (ordinal, isInName) => {
        counts[ordinal] = (counts[ordinal] ?? 0) + 1;
        if (isInName) namedCounts[ordinal] = (namedCounts[ordinal] ?? 0) + 1;
        if (counts[ordinal] === words.length) found.push(ordinal);
      });
    }
    const isWhole = (ordinal: number) =>
      namedCounts[ordinal] === words.length && index.nameWords[ordinal] === words.length;
    const whole = found.filter(isWhole);
    const others = found.filter((ordinal) => !isWhole(ordinal));
    for (const word of words) {
      eachProduct(word, (ordinal) => {
        counts[ordinal] = 0;
        namedCounts[ordinal] = 0;
      });
    }
    return [...whole.toSorted(byOrdinal), ...others.toSorted(byOrdinal)];
  }

  return ({ name, country }, limit) => {
    const words: number[] = [];
    for (const word of wordsOf(name, WORDS_LIMIT)) {
      const code = codeOfWord(word);
      if (code === null) return { ids: [], total: 0 };
      words.push(code);
    }
    const all = words.length === 0 ? [] : holdingAll(words);
    const here =
      country.trim() === ""
        ? []
        : all.filter((ordinal) => {
            const code = codeOf(countries, ordinal);
            return code === null || meansCountry(country, countries.names[code] ?? "");
          });
    const matches = here.length > 0 ? here : all;
    return { ids: matches.slice(0, limit).map((ordinal) => index.ids[ordinal] ?? 0), total: matches.length };
  };
}

function byOrdinal(one: number, other: number): number {
  return one - other;
}
