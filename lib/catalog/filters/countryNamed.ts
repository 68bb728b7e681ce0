import { countryOfName } from "./countryNames.ts";
import { fold } from "./fold.ts";
import { countryLabel } from "./labels.ts";

/** Usual short names, folded. */
export const ALIASES: Record<string, string> = {
  uk: "gb",
  "great britain": "gb",
  britain: "gb",
  usa: "us",
  america: "us",
  uae: "ae",
  ksa: "sa",
  turkey: "tr",
};
/** Whether a typed country is this code, a name of it or a usual short one, such as UK. Other words for it are read by countryText.ts, which is larger. */
export function isCountryNamed(typed: string, code: string): boolean {
  if (typed === code) return true;
  const text = fold(typed);
  const folded = fold(code);
  if (text === folded || ALIASES[text] === folded || text === foldedLabel(code)) return true;
  return countryOfName(text) === code.toUpperCase();
}

/** The message for a product that is asked for by another country than its own; `asked` as it was typed. */
export function otherCountryWords(asked: string, countryCode: string): string {
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
