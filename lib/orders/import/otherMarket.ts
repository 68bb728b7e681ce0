import { countryOf } from "#lib/catalog/filters/countryText.ts";
import { countryLabel } from "#lib/catalog/filters/labels.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { isoCurrency } from "#lib/money/currencies.ts";
import { parseAmount } from "#lib/money/minorUnits.ts";
import type { ColumnMapping } from "./columns.ts";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import { countriesNamedIn, namedMarket, type NamedMarket } from "./namedMarket.ts";
import { YES_WORDS } from "./rowRemarks.ts";

/**
 * A currency or a country that a cell names which no field has, or the title or the sheet's name above. `amount`: that of the row, if it is the
 * cell's number too.
 */
export type SaidMarket = NamedMarket & { text: string; amount: string | null; above?: "title" | "sheet" };

const YES = new RegExp(`^(?:${YES_WORDS}|sì|sí|[✓✔☑✅])$`, "i");
const NUMBER = /^([^\p{Nd}]*)(\p{Nd}[\p{Nd}.,'’\s]*)([^\p{Nd}]*)$/u;

/** The currencies and countries that cells name which no field has, or the names of their columns where the cell is a yes. */
export function saidMarkets(
  heads: readonly string[],
  cells: readonly string[],
  mapping: ColumnMapping,
): SaidMarket[] {
  const used = Object.values(mapping);
  return cells.flatMap((cell, column) => {
    if (cell.trim() === "" || used.includes(column)) return [];
    const head = heads[column]?.trim() ?? "";
    const said = ofCell(head, cell.trim());
    return said === null ? [] : { ...said, text: head === "" ? cell.trim() : `${head}: ${cell.trim()}` };
  });
}

/** The countries that the titles of a table and the name of its sheet name; for a row of which nothing else does. */
export function marketsAbove({
  titles = [],
  sheetName,
}: Pick<ImportTable, "titles" | "sheetName">): SaidMarket[] {
  const lines = [
    ...titles.map((text) => ({ text, above: "title" as const })),
    ...(sheetName === undefined ? [] : [{ text: sheetName, above: "sheet" as const }]),
  ];
  return lines.flatMap(({ text, above }) => {
    const codes = countriesNamedIn(text);
    return codes.size === 0
      ? []
      : { kind: "country" as const, codes, text: text.trim().slice(0, SHOWN), amount: null, above };
  });
}

const SHOWN = 60;

/** How a row is refused of which something above the table names another country (rowDoubts.ts). */
export const SAID_ABOVE = { title: "The title says", sheet: "The sheet is called" };

/** Columns that describe the product in words of their own. */
const DESCRIBES =
  /^(?:(?:product|item|article|short|long) )?(?:description|desc|details|specification|variant|option|edition|version|title|label|beschreibung|variante|descripcion|descrizione|opis)$/;

function ofCell(head: string, cell: string): (NamedMarket & { amount: string | null }) | null {
  const named =
    namedMarket(head, cell) ??
    (YES.test(cell) ? namedMarket("", head) : null) ??
    (DESCRIBES.test(fold(head)) ? namedAmong(cell) : null);
  if (named !== null) return { ...named, amount: null };
  const [, before = "", amount = "", after = ""] = NUMBER.exec(cell) ?? [];
  if (amount === "") return null;
  const beside = `${before} ${after}`.trim();
  const currency = beside === "" ? namedMarket("", head) : namedMarket(head, beside);
  return currency?.kind === "currency" ? { ...currency, amount: amount.trim() } : null;
}

function namedAmong(text: string): NamedMarket | null {
  const countries = countriesNamedIn(text);
  return countries.size === 0 ? null : { kind: "country", codes: countries };
}

/**
 * Why a row is refused of which a cell names another currency or country than its product's; null: none does. An amount in another
 * currency is what it would be there, unless it is the row's own.
 */
export function otherMarketProblem(
  said: readonly SaidMarket[],
  product: Product,
  amount: string,
): string | null {
  for (const each of said) {
    const problem = each.kind === "currency" ? ofCurrency(each, product, amount) : ofCountry(each, product);
    const says = each.above === undefined ? "This row says" : SAID_ABOVE[each.above];
    if (problem !== null) return `${says} “${each.text}”, but this product is ${problem}`;
  }
  return null;
}

function ofCurrency({ codes, amount }: SaidMarket, product: Product, given: string): string | null {
  const { currencyCode } = product;
  if (currencyCode === null || codes.has(isoCurrency(currencyCode) ?? currencyCode)) return null;
  if (amount !== null && !isAmountOf(amount, product, given)) return null;
  return `priced in ${currencyCode}. Is the amount right?`;
}

function isAmountOf(amount: string, { price, currencyCode }: Product, given: string): boolean {
  const minorOf = (text: string) => {
    const parsed = parseAmount(text, currencyCode);
    return parsed.ok ? parsed.minor : null;
  };
  const minor = minorOf(amount);
  return minor !== null && minor === (given === "" ? price : minorOf(given));
}

function ofCountry({ codes }: SaidMarket, { countryCode }: Product): string | null {
  const own = countryCode === null ? null : countryOf(countryCode);
  if (own === null || codes.has(own)) return null;
  return `for ${countryLabel(own)} (${own}). Is it the right one?`;
}
