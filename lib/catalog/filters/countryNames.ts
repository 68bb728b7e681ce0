import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { fold } from "./fold.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** Short texts are codes, such as NGA for Nigeria, though Russia is Nga in Vietnamese. */
const MAY_BE_CODE = /^[a-z]{1,3}$/;

/** Country codes by name, folded; null for a name that is one country's in one language and another's in another one. */
type CountriesByName = ReadonlyMap<string, string | null>;
let known: CountriesByName | null = null;

/**
 * The code of the country with this name, folded, in one of the languages that members can choose: `deutschland` is DE. Null for
 * other texts, and for an ambiguous one: `kongo` is the one country in Polish and the other in Norwegian.
 */
export function countryOfName(folded: string): string | null {
  if (MAY_BE_CODE.test(folded)) return null;
  known ??= countriesByName();
  return known.get(folded) ?? null;
}

/** Takes some hundredths of a second. */
function countriesByName(): CountriesByName {
  const countries = new Map<string, string | null>();
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCurrent);
  const languages = new Set(OFFERED_LOCALES.map((locale) => new Intl.Locale(locale).language));
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of codes) {
      const name = fold(names.of(code) ?? "");
      if (name === "") continue;
      const other = countries.get(name) ?? code;
      countries.set(name, countries.get(name) === null || other !== code ? null : code);
    }
  }
  return countries;
}

/** Codes of former countries stand for those that followed them. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}
