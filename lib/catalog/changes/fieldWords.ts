import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { countryLabel, DENOMINATION_LABELS } from "#lib/catalog/filters/labels.ts";

/** The name of a product's field, on screens and in files. */
export const FIELD_NAMES: Record<keyof Product, string> = {
  id: "Product ID",
  name: "Name",
  currencyCode: "Currency",
  currencySpelling: "Currency as the service writes it",
  countryCode: "Country",
  denominationType: "Denomination type",
  denomination: "Denomination",
  price: "Price",
  denominationMinValue: "Minimum",
  denominationMaxValue: "Maximum",
  denominationStep: "Step",
  denominationDefaultValue: "Suggested amount",
  languages: "Languages",
  brands: "Brands",
  categories: "Categories",
  tags: "Tags",
};

const AMOUNTS = new Set<keyof Product>([
  "price",
  "denominationMinValue",
  "denominationMaxValue",
  "denominationStep",
  "denominationDefaultValue",
]);

/** Whether a field is an amount in minor units. */
export function isAmountField(field: keyof Product): boolean {
  return AMOUNTS.has(field);
}

/** The value of a product's field for people; amounts in `currency`. */
export function valueInWords(field: keyof Product, value: unknown, currency: string | null): string {
  if (isAmountField(field) && typeof value === "number" && Number.isSafeInteger(value)) {
    return formatAmount(value, currency);
  }
  if (value === null || value === undefined) return "unknown";
  if (field === "denomination" && (value === "fixed" || value === "open")) return DENOMINATION_LABELS[value];
  if (field === "countryCode" && typeof value === "string") return countryLabel(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
