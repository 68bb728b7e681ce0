import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { fold } from "./fold.ts";

/** Codes by name, folded; null for a name that means one in one language and another in another one. */
export type CodesByName = ReadonlyMap<string, string | null>;

/** The codes by their names in the languages that members can choose. Takes some tenths of a second. */
export function codesByName(type: "region" | "currency", codes: readonly string[]): CodesByName {
  const known = new Map<string, string | null>();
  const languages = new Set(OFFERED_LOCALES.map((locale) => new Intl.Locale(locale).language));
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type, fallback: "none" });
    for (const code of codes) {
      const name = fold(names.of(code) ?? "");
      if (name === "") continue;
      const other = known.get(name) ?? code;
      known.set(name, known.get(name) === null || other !== code ? null : code);
    }
  }
  return known;
}
