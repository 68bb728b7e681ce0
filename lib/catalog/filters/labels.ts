import type { Product } from "#lib/contracts/product.ts";
import { memoize } from "#lib/text/memoize.ts";
import type { Facet } from "./facets.ts";

type Named = "region" | "language" | "currency";
/** Other texts are not codes, and Intl would throw on them. */
const CODES: Record<Named, RegExp> = {
  region: /^(?:[A-Z]{2}|\d{3})$/,
  language: /^[A-Z]{2,3}$/,
  currency: /^[A-Z]{3}$/,
};
/** Cached, because Intl takes several microseconds for each name. */
const namesOf = memoize((type: string) => {
  // Only ever called with a kind of code.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = new Intl.DisplayNames(["en"], { type: type as Named, fallback: "none" });
  return memoize((code) => names.of(type === "language" ? code.toLowerCase() : code) ?? null);
});

function nameOf(type: Named, code: string): string | null {
  const upper = code.toUpperCase();
  return CODES[type].test(upper) ? namesOf(type)(upper) : null;
}

/** `DE` is Germany; text that is not a country code stays unchanged. */
export function countryLabel(code: string): string {
  return nameOf("region", code) ?? code;
}

/** `de` is German; text that is not a language code stays unchanged. */
export function languageLabel(code: string): string {
  return nameOf("language", code) ?? code;
}

/** `EUR` is Euro; null for codes that Intl does not know. */
export function currencyName(code: string): string | null {
  return nameOf("currency", code);
}

export const DENOMINATION_LABELS: Record<Product["denomination"], string> = {
  fixed: "Fixed price",
  open: "Open amount",
};

const LABEL_OF: Partial<Record<Facet, (value: string) => string>> = {
  country: countryLabel,
  language: languageLabel,
  denomination: (value) => (value === "open" ? DENOMINATION_LABELS.open : DENOMINATION_LABELS.fixed),
};

/** The name by which people know a value of a facet. */
export function facetLabel(facet: Facet, value: string): string {
  return LABEL_OF[facet]?.(value) ?? value;
}
