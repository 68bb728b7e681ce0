import { countryOfAlpha3 } from "./alpha3.ts";
import { countryOfAdjective } from "./countryAdjectives.ts";
import { countryOfName } from "./countryNames.ts";
import { REGION_NAMES } from "./englishNames.ts";
import { fold } from "./fold.ts";
import { countryLabel } from "./labels.ts";

const ALIASES: Record<string, string> = {
  uk: "gb",
  "great britain": "gb",
  britain: "gb",
  usa: "us",
  america: "us",
  uae: "ae",
  ksa: "sa",
  turkey: "tr",
};
/** Unions, of which a product's country can be a member. */
const UNIONS = new Set(["EU", "EZ", "UN"]);

/** Whether a typed country means this code: the code itself or that of three letters, a name or an adjective of it, or a usual short one, such as UK. */
export function meansCountry(typed: string, code: string): boolean {
  if (typed === code) return true;
  const text = fold(typed);
  const folded = fold(code);
  if (text === folded || ALIASES[text] === folded || text === foldedLabel(code)) return true;
  return codeOfWord(text) === code.toUpperCase();
}

function codeOfWord(text: string): string | null {
  return countryOfAlpha3(text.toUpperCase()) ?? countryOfName(text) ?? countryOfAdjective(text) ?? null;
}

/** The code of the country that a text is the code or a name of, as above; null: of none. */
export function countryOf(typed: string): string | null {
  const text = fold(typed);
  const code = (ALIASES[text] ?? text).toUpperCase();
  const found = REGION_NAMES.has(code) ? code : codeOfWord(text);
  return found === null || UNIONS.has(found) ? null : found;
}

/** Says that a product is for another country than the one that was asked for; null if it is for this one, or for no certain one. */
export function describeOtherCountry(asked: string, countryCode: string | null): string | null {
  if (countryCode === null || meansCountry(asked, countryCode)) return null;
  return `This product is for ${countryLabel(countryCode)} (${countryCode}), not for ${asked}.`;
}

/** Cached for all existing codes, because a table asks for the same few thousands of times. */
const labels = new Map<string, string>();
const MOST_LABELS = 1_000;

function foldedLabel(code: string): string {
  const known = labels.get(code);
  if (known !== undefined) return known;
  const label = fold(countryLabel(code));
  if (labels.size < MOST_LABELS) labels.set(code, label);
  return label;
}
