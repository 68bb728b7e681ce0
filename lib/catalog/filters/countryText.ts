import { countryOfName } from "./countryNames.ts";
import { fold } from "./fold.ts";
import { countryLabel } from "./labels.ts";

const ALIASES: Record<string, string> = { uk: "gb", usa: "us", uae: "ae" };

/** Whether a typed country means this code: the code itself, a name of it (`countryOfName`), or UK, USA and UAE. */
export function meansCountry(typed: string, code: string): boolean {
  if (typed === code) return true;
  const text = fold(typed);
  const folded = fold(code);
  if (text === folded || ALIASES[text] === folded || text === foldedLabel(code)) return true;
  return countryOfName(text) === code.toUpperCase();
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
