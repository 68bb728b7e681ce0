import { countryLabel } from "#lib/catalog/filters/labels.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";

/** A part of a product's name, by its positions. `isRepeated`: the columns beside the name say it too. */
export type NamePart = Range & { isRepeated: boolean };
type Range = { from: number; to: number };

/** What names of open products say in place of an amount; the price beside it is then a range. */
const NO_AMOUNT = /(?:,| -| –)? (?:choose your amount|variable amount|any amount|open amount)(?=$| \()/iu;

/**
 * A product's name in parts: its country and words such as "choose your amount" can be left out where columns beside it say so. The
 * parts together are the name, and what is left is never nothing.
 */
export function namePartsOf({
  name,
  countryCode,
  denomination,
}: Pick<Product, "name" | "countryCode" | "denomination">): NamePart[] {
  const repeated = [
    countryCode === null ? null : wordsAt(name, ` ${countryLabel(countryCode)}`),
    denomination === "open" ? matchAt(name, NO_AMOUNT) : null,
  ].flatMap((range) => range ?? []);
  const parts: NamePart[] = [];
  let end = 0;
  for (const { from, to } of repeated.toSorted((a, b) => a.from - b.from)) {
    if (from < end) continue;
    parts.push({ from: end, to: from, isRepeated: false }, { from, to, isRepeated: true });
    end = to;
  }
  parts.push({ from: end, to: name.length, isRepeated: false });
  return parts.filter(({ from, to }) => from < to);
}

/** Where whole words stand for the only time, after the beginning: "Germany" of "Germany Rail Germany" may be a name. */
function wordsAt(name: string, words: string): Range | null {
  const from = name.indexOf(words);
  const to = from + words.length;
  const isOnly = from > 0 && name.indexOf(words, to) === -1;
  return isOnly && !/^[\p{L}\p{N}\p{M}]/u.test(name.slice(to)) ? { from, to } : null;
}

function matchAt(name: string, pattern: RegExp): Range | null {
  const match = pattern.exec(name);
  return match === null || match.index === 0
    ? null
    : { from: match.index, to: match.index + match[0].length };
}
