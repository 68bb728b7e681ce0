/** What is written where nobody's locale is known, as in tests and mails to people who are no members. */
export const DEFAULT_LOCALE = "en-GB";

// One for all copies of this module in a process: route bundles hold it more than once (docs/decisions/0008-next-in-production.md).
const SOURCE = Symbol.for("codedesk.currentLocale");
const slots: Record<symbol, unknown> = globalThis;

/**
 * The locale of whoever reads what is written now: in the browser that of the page as the server wrote it, so that both write the same;
 * on the server that of the request that is being answered (docs/decisions/0023-one-current-locale.md).
 */
export function currentLocale(): string {
  // Not `typeof document`: the bundler takes every program of a browser for one that has a page, workers too.
  if ("document" in globalThis) return document.documentElement.dataset.locale ?? DEFAULT_LOCALE;
  const source = slots[SOURCE];
  const locale: unknown = typeof source === "function" ? source() : undefined;
  return typeof locale === "string" ? locale : DEFAULT_LOCALE;
}

/** Says for whom is written where there is no page: on the server, in a worker, in a test. Returns how to say nothing again. */
export function setLocaleSource(source: () => string): () => void {
  slots[SOURCE] = source;
  return () => {
    delete slots[SOURCE];
  };
}

/** Remembers what `make` made for each key. Locales come from outside, so what is remembered has an end. */
export function rememberFormats<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= 500) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Replaces narrow no-break spaces by wide ones: platforms differ in which they write, and server and browser must agree. */
export function withWideSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}
