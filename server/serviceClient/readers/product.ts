import "server-only";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { spellCurrency } from "#lib/money/currencies.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import {
  hasDecimals,
  pick,
  readCount,
  readLabel,
  readText,
  readUnitless,
  type JsonRecord,
} from "./fields.ts";
import type { ProductRecord } from "./answers.ts";
import { readFacetValues } from "./facetValues.ts";
import { storable } from "./storable.ts";

export type ProductReading = { ok: true; product: Product } | { ok: false; reason: string };

/**
 * Reads one catalog product (docs/service-interface.md §2.1). Only the id is required, because an order refers to a product by
 * it. An amount that is not an integer of minor units counts as absent and is never rounded.
 */
export function readProduct(value: unknown): ProductReading {
  if (!isRecord(value)) return { ok: false, reason: "not an object" };
  const id = readUnitless(pick(value, ["id", "productId"]));
  if (id === null) return { ok: false, reason: "no id, or one that is not an integer" };
  if (id <= 0) return { ok: false, reason: `the id ${id} is not positive` };
  const denominationType = readText(pick(value, ["denominationType"]), 100);
  const isOpen = denominationType?.trim().toLowerCase() === "open";
  // If the amounts of an open product are not minor units, it would be ordered for a hundred times too much: without a price it
  // cannot be ordered.
  const isPriceless = isOpen && OPEN_AMOUNTS.some((name) => hasDecimals(amountIn(pick(value, [name]))));
  const amountOf = (name: string) => (isPriceless ? null : readAmount(pick(value, [name])));
  return {
    ok: true,
    product: {
      id,
      name: readName(value) ?? `Product ${id}`,
      ...readPricedIn(pick(value, ["currencyCode", "currency"])),
      countryCode: readCode(pick(value, ["countryCode"])),
      denominationType,
      // Anything but `open` is fixed, including a missing value (docs/service-interface.md §11).
      denomination: isOpen && !isPriceless ? "open" : "fixed",
      price: amountOf("price"),
      denominationMinValue: amountOf("denominationMinValue"),
      denominationMaxValue: amountOf("denominationMaxValue"),
      denominationStep: amountOf("denominationStep"),
      denominationDefaultValue: amountOf("denominationDefaultValue"),
      languages: readFacetValues(pick(value, ["languages", "language", "languageCodes", "languageCode"])),
      brands: readFacetValues(pick(value, ["brands", "brand", "brandName"])),
      categories: readFacetValues(pick(value, ["categories", "category", "categoryName"])),
      tags: readFacetValues(pick(value, ["tags", "tag"])),
    },
  };
}

/** The answer of GET /catalog/products/{productId}: a product, bare or wrapped once or twice. Null if there is none. */
export function readProductRecord(value: unknown): ProductRecord | null {
  let current = value;
  for (let depth = 0; depth <= 2; depth += 1) {
    if (Array.isArray(current) && current.length === 1) current = current[0] as unknown;
    const reading = readProduct(unwrapResource(current) ?? current);
    if (reading.ok) return { product: reading.product, raw: storable(current) };
    current = isRecord(current) ? pick(current, ["product", "data", "result", "item"]) : undefined;
  }
  return null;
}

/** Whether a value has the form in which JSON:API answers: `{type: "products", id: "12", attributes: {name: …}}`. */
export function isResource(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof value.type === "string" && Object.hasOwn(value, "attributes");
}

/** The product in such a resource, with its id; null for anything else. Brands have no currency and no denomination. */
export function unwrapResource(value: unknown): JsonRecord | null {
  if (!isResource(value) || !isRecord(value.attributes)) return null;
  const { attributes, id } = value;
  const isProduct = pick(attributes, ["currencyCode", "denominationType"]) !== undefined;
  const own = pick(attributes, ["id", "productId"]);
  const isSame = own === undefined || readUnitless(own) === readUnitless(id);
  return isProduct && isSame ? { ...attributes, id } : null;
}

function readName(record: JsonRecord): string | null {
  const name = pick(record, ["name", "productName", "title"]);
  return typeof name === "number" ? String(name) : readLabel(name, 1_000);
}

/** `usd` and `USD` are one currency. */
export function readCurrency(value: unknown): string | null {
  return spellCurrency(readWrittenCurrency(value));
}

function readWrittenCurrency(value: unknown): string | null {
  return readCode(isRecord(value) ? pick(value, ["code", "currencyCode", "currency"]) : value);
}

function readPricedIn(value: unknown): Pick<Product, "currencyCode" | "currencySpelling"> {
  const written = readWrittenCurrency(value);
  const currencyCode = readCurrency(value);
  return {
    currencyCode,
    ...(written === null || written === currencyCode ? {} : { currencySpelling: written }),
  };
}

const LONGEST_CODE = 20;

/**
 * The code of a country or currency, which is sent with orders and shown beside amounts. One that is too long counts as absent
 * and is never clipped; so does one with invisible characters, which could reverse the amount.
 */
function readCode(value: unknown): string | null {
  const code = readText(value, LONGEST_CODE + 1)?.trim() ?? null;
  return code === null || code.length > LONGEST_CODE || /\p{C}/u.test(code) ? null : code;
}

/** The amounts from which an order for an open product is computed. */
const OPEN_AMOUNTS = [
  "denominationMinValue",
  "denominationMaxValue",
  "denominationStep",
  "denominationDefaultValue",
];

/** Minor units, never negative. `{amount: 3299}` is accepted as well. */
function readAmount(value: unknown): number | null {
  return readCount(amountIn(value));
}

function amountIn(value: unknown): unknown {
  return isRecord(value) ? pick(value, ["amount", "value"]) : value;
}
