import { checkAmount } from "#lib/catalog/denominations/denomination.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { countryLabel } from "#lib/catalog/filters/labels.ts";
import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
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
  /** What the rules leave of products, by product; missing: nothing is limited. */
  allowances?: ReadonlyMap<number, Allowance>;
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

const isNumber = (word: string) => /^\p{Nd}+$/u.test(word);

/** The same question without the numbers in the name; null: there are none, or nothing else. */
export function withoutNumbers({ name, country }: NameQuestion): NameQuestion | null {
  const words = fold(name).split(" ");
  const others = words.filter((word) => !isNumber(word));
  return others.length === words.length || others.length === 0 ? null : { name: others.join(" "), country };
}

/**
 * Finds the one product that a name means, using the country, the currency and the amount beside it. Never guesses: if several
 * remain, they are returned to choose from. `unnumbered` is the answer for the name without its numbers.
 */
export function matchByName(
  given: { name: string; country: string; currency: string; amount: string },
  match: NameMatch | undefined,
  unnumbered: NameMatch | undefined,
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
  // 2000 in a name says how much, not of which currency.
  const isOfOneMarket =
    whole.length > 0 || withoutNumbers(given) === null || areOfOneMarket(given, unnumbered);
  if (only && !second && !isCut && isOfOneMarket) {
    if (whole.length > 0 || !isBareWord(given, only)) return { ok: true, product: only };
    return {
      ok: false,
      message: `“${name}” is only one word of a product's name. Choose the product, or enter its ID.`,
      candidates: [only],
    };
  }
  const ofAmount = ofCurrency.filter((product) => sells(product, given.amount));
  const [exact, another] = ofAmount;
  const isOfOneAmount = isOfOneMarket && marketsOf(ofCurrency) === 1;
  if (exact && !another && !isCut && isOfOneAmount) return { ok: true, product: exact };
  if (!isCut && (second === undefined || (exact && !another))) {
    return {
      ok: false,
      message: `“${name}” is sold for several countries or in several currencies. Choose one, or enter its ID.`,
      candidates: ofCurrency,
    };
  }
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

/** Whether a name is a single word that is not the product's brand, with nothing beside it: a heading or a remark can be such a word. */
function isBareWord(
  { name, country, currency, amount }: { name: string; country: string; currency: string; amount: string },
  { brands }: Product,
): boolean {
  const word = fold(name);
  if (word.includes(" ") || `${country}${currency}${amount}`.trim() !== "") return false;
  return !brands.some((brand) => fold(brand) === word);
}

/** Whether all products that a name without its numbers can mean are for one country and in one currency. */
function areOfOneMarket(
  { country, currency }: { country: string; currency: string },
  match: NameMatch | undefined,
): boolean {
  if (match === undefined) return false;
  const fitting = match.products.filter(
    (product) =>
      fits(country, product.countryCode, meansCountry) && fits(currency, product.currencyCode, sameText),
  );
  return match.total <= match.products.length && marketsOf(fitting) <= 1;
}

function marketsOf(products: readonly Product[]): number {
  return new Set(products.map(({ countryCode, currencyCode }) => `${countryCode} ${currencyCode}`)).size;
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
