import { withWideSpaces } from "./currentLocale.ts";

/**
 * The locale whose numbers are written for another one, which some browsers do not know: they would write English numbers where the
 * server has written Icelandic ones.
 */
export function numberLocale(locale: string): string {
  return /^is\b/i.test(locale) ? "de-DE" : locale;
}

/**
 * A number or amount in the one form that server and browser agree on: with wide spaces, and in French with spaces where platforms have
 * an apostrophe (Switzerland). `locale`: a text that begins with it.
 */
export function inOneForm(text: string, locale: string): string {
  const wide = withWideSpaces(text);
  return /^fr\b/i.test(locale) ? wide.replace(/(?<=\d)['’](?=\d)/g, "\u00a0") : wide;
}
