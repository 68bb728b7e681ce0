import { countryOfAlpha3 } from "./alpha3.ts";
import { countryOfAdjective } from "./countryAdjectives.ts";
import { ALIASES, isCountryNamed, otherCountryWords } from "./countryNamed.ts";
import { countryOfName } from "./countryNames.ts";
import { REGION_NAMES } from "./englishNames.ts";
import { fold } from "./fold.ts";

/** Unions, of which a product's country can be a member. */
const UNIONS = new Set(["EU", "EZ", "UN"]);

/** Whether a typed country means this code: as `isCountryNamed`, or by its code of three letters or an adjective. */
export function meansCountry(typed: string, code: string): boolean {
  return isCountryNamed(typed, code) || codeOfWord(fold(typed)) === code.toUpperCase();
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
  return countryCode === null || meansCountry(asked, countryCode)
    ? null
    : otherCountryWords(asked, countryCode);
}
