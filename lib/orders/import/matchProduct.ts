import { checkAmount } from "#lib/catalog/denominations/denomination.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { countryLabel } from "#lib/catalog/filters/labels.ts";
import type { Product } from "#lib/contracts/product.ts";
import { parseAmount } from "#lib/money/minorUnits.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { withoutInvisible } from "#lib/text/invisible.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { meansCountry } from "#lib/catalog/filters/countryText.ts";

/** Products that contain every word of a name; `total` may exceed their number. */
export type NameMatch = { products: readonly Product[]; total: number };

/** The catalog's answers for the ids and names of a table. */
export type ProductLookup = {
  byId: ReadonlyMap<number, Product>;
  /** By nameKey. */
  byName: ReadonlyMap<string, NameMatch>;
};

export type NameQuestion = { name: string; country: string };

export type MatchedProduct =
  | { ok: true; product: Product }
  | { ok: false; message: string; candidates: readonly Product[] };

const ID = /^#?(\d{1,15})$/;

/** The product id in a cell: digits of any script, with or without a number sign. Null: it is a name. */
export function readProductId(text: string): number | null {
  const found = ID.exec(asciiDigits(withoutInvisible(text).trim()));
  const id = Number(found?.[1] ?? 0);
  return id > 0 ? id : null;
}

export function nameKey({ name, country }: NameQuestion): string {
  return `${fold(name)}\n${fold(country)}`;
}

/**
 * Finds the one product that a name means, using the country, the currency and the amount beside it. Never guesses: if several
 * remain, they are returned to choose from.
 */
export function matchByName(
  given: { name: string; country: string; currency: string; amount: string },
  match: NameMatch | undefined,
): MatchedProduct {
  const name = given.name.trim();
  if (match === undefined || match.total === 0) {
    return { ok: false, message: `No product is called “${name}”. Enter the product's ID.`, candidates: [] };
  }
  const whole = match.products.filter((product) => fold(product.name) === fold(name));
  const isCut = isCutShort(match, name, whole.length > 0);
  const named = whole.length > 0 ? whole : match.products;
  const ofCountry = named.filter(({ countryCode }) => fits(given.country, countryCode, meansCountry));
  if (ofCountry.length === 0 && !isCut) {
    return {
      ok: false,
      message: `“${name}” is not offered for ${given.country.trim()}, only for ${countriesOf(named)}.`,
      candidates: named,
    };
  }
  const ofCurrency = ofCountry.filter(({ currencyCode }) => fits(given.currency, currencyCode, sameText));
  if (ofCurrency.length === 0 && !isCut) {
    return {
      ok: false,
      message: `“${name}” is not offered in ${given.currency.trim()}.`,
      candidates: ofCountry,
    };
  }
  const [only, second] = ofCurrency;
  if (only && !second && !isCut) return { ok: true, product: only };
  const ofAmount = ofCurrency.filter((product) => sells(product, given.amount));
  const [exact, another] = ofAmount;
  if (exact && !another && !isCut) return { ok: true, product: exact };
  return {
    ok: false,
    message: severalMessage(name, isCut ? match.total : ofCurrency.length, ofAmount.length),
    candidates: ofAmount.length > 1 ? ofAmount : ofCurrency,
  };
}

/**
 * Whether products that the name can mean are missing from the answer. Products whose name has no other words come first, so all
 * of these are present if another product follows them.
 */
function isCutShort({ products, total }: NameMatch, name: string, hasWhole: boolean): boolean {
  if (total <= products.length) return false;
  const words = new Set(fold(name).split(" "));
  const hasOthers = (product: Product) =>
    fold(product.name)
      .split(" ")
      .some((word) => !words.has(word));
  return !hasWhole || !products.some(hasOthers);
}

function severalMessage(name: string, total: number, atAmount: number): string {
  if (atAmount > 1)
    return `${formatCount(atAmount)} products fit “${name}” and the amount. Choose one, or enter its ID.`;
  return `${counted(total, "product fits", "products fit")} “${name}”. Choose one, or enter its ID.`;
}

/** A missing value matches everything, and a product without the value matches too. */
function fits(typed: string, code: string | null, same: (typed: string, code: string) => boolean): boolean {
  return typed.trim() === "" || code === null || same(typed, code);
}

export function sameText(typed: string, code: string): boolean {
  return fold(typed) === fold(code);
}

function sells(product: Product, amount: string): boolean {
  const parsed = parseAmount(amount, product.currencyCode);
  if (!parsed.ok) return false;
  if (product.denomination === "fixed") return product.price === parsed.minor;
  return checkAmount(product, parsed.minor) === null;
}

const SHOWN_COUNTRIES = 5;

function countriesOf(products: readonly Product[]): string {
  const all = [...new Set(products.flatMap(({ countryCode }) => countryCode ?? []))].map(countryLabel);
  const shown = all.slice(0, SHOWN_COUNTRIES).join(", ");
  return all.length > SHOWN_COUNTRIES
    ? `${shown} and ${formatCount(all.length - SHOWN_COUNTRIES)} more`
    : shown;
}
