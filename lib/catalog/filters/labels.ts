import type { Product } from "#lib/contracts/catalog/product.ts";
import { CURRENCY_NAMES, LANGUAGE_NAMES, REGION_NAMES } from "./englishNames.ts";
import type { Facet } from "./facets.ts";

/** `DE` is Germany; text that is not a country code stays unchanged. */
export function countryLabel(code: string): string {
  return REGION_NAMES.get(code.toUpperCase()) ?? code;
}

/** `de` is German; text that is not a language code stays unchanged. */
export function languageLabel(code: string): string {
  return LANGUAGE_NAMES.get(code.toUpperCase()) ?? code;
}

/** `EUR` is Euro; null for codes that are not in use. */
export function currencyName(code: string): string | null {
  return CURRENCY_NAMES.get(code.toUpperCase()) ?? null;
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
