/** Used when no reader's locale is known, as in tests and in mails to people who are not members. */
export const DEFAULT_LOCALE = "en-GB";

// One for all copies of this module in a process: route bundles contain it more than once (docs/decisions/0008-next-in-production.md).
const SOURCE = Symbol.for("codedesk.currentLocale");
const slots: Record<symbol, unknown> = globalThis;

/**
 * The locale of the reader: in the browser that of the page as the server wrote it, so that both write the same; on the server
 * that of the current request (docs/decisions/0023-one-current-locale.md).
 */
export function currentLocale(): string {
  // Not `typeof document`: the bundler assumes that every browser program has a document, even a worker.
  if ("document" in globalThis) return document.documentElement.dataset.locale ?? DEFAULT_LOCALE;
  const source = slots[SOURCE];
  const locale: unknown = typeof source === "function" ? source() : undefined;
  return typeof locale === "string" ? locale : DEFAULT_LOCALE;
}

/** Sets the locale where there is no page: on the server, in a worker, in a test. Returns a function that resets it. */
export function setLocaleSource(source: () => string): () => void {
  slots[SOURCE] = source;
  return () => {
    delete slots[SOURCE];
  };
}

/** Replaces narrow no-break spaces by wide ones: platforms differ in which they write, and server and browser must agree. */
export function withWideSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}
