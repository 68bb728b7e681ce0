import { currentLocale } from "#lib/text/currentLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { numberLocale } from "#lib/text/numberLocale.ts";
import { exponentOf, isoCurrency } from "./currencies.ts";
import { bareAmount, parseAmount, toMajorText, type ParsedAmount } from "./minorUnits.ts";

/**
 * Amounts in fields. What a member types is stored as a *neutral text*, with a decimal point: drafts, addresses and the server
 * read it alike, whoever typed it (`parseAmount`). A field shows it in the member's locale.
 */

/** The separators of amounts, which in some locales differ from those of other numbers. */
const formatterOf = memoize((key) => {
  const [locale = "", currency = "", digits = ""] = key.split(" ");
  return new Intl.NumberFormat(numberLocale(locale), {
    style: "currency",
    currency,
    useGrouping: false,
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits),
  });
});

const numberPartsOf = (locale: string, currency: string | null, digits: number, major: `${number}`) =>
  // XXX: no currency.
  formatterOf(`${locale} ${isoCurrency(currency) ?? "XXX"} ${digits}`).formatToParts(major);

/** Whether this locale has a decimal comma: a point can then only separate thousands. */
const hasDecimalComma = memoize((key) => {
  const [locale = "", currency = ""] = key.split(" ");
  return numberPartsOf(locale, currency, 1, "0").some(
    ({ type, value }) => type === "decimal" && value === ",",
  );
});

/** Its own inverse. */
function swapSeparators(text: string): string {
  return text.replace(/[.,]/g, (separator) => (separator === "." ? "," : "."));
}

function inOwnSeparators(text: string, currency: string | null, locale: string): string {
  return hasDecimalComma(`${locale} ${currency ?? ""}`) ? swapSeparators(text) : text;
}

/** The neutral text for what was typed: without the currency, and with a decimal point. Text that is not an amount stays unchanged. */
export function neutralAmount(
  typed: string,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  return inOwnSeparators(bareAmount(typed, currency, locale) ?? typed, currency, locale);
}

/** An amount for a field, as the locale writes it: its digits and its decimal separator, but no grouping. */
export function amountText(
  minor: number | bigint,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  const parts = numberPartsOf(locale, currency, exponentOf(currency), toMajorText(minor, currency ?? ""));
  return parts
    .map(({ type, value }) => {
      if (type === "integer" || type === "fraction") return value;
      // Some currencies once had a symbol of their own in that place (1$50), which is not a separator in typed text.
      return type === "decimal" ? (/^[.,٫]$/.test(value) ? value : ".") : "";
    })
    .join("");
}

/** What a field shows for a neutral text: the complete amount if it is one, otherwise the text. */
export function shownAmount(
  neutral: string,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  // Without a currency, the number of decimals is not known.
  const parsed = currency === null ? null : parseAmount(neutral, currency);
  return parsed?.ok === true
    ? amountText(parsed.minor, currency, locale)
    : inOwnSeparators(neutral, currency, locale);
}

/**
 * Reads a neutral text, with messages in the separators of the member who typed it. A text that can be read as two amounts is
 * refused: in German, `1.234` is not an amount of euros, but 1,234 dinars (which have three decimals) and 1234 yen (which have
 * none).
 */
export function readNeutralAmount(
  neutral: string,
  currency: string | null,
  locale: string = currentLocale(),
): ParsedAmount {
  return parseAmount(neutral, currency, {
    amount: (minor) => amountText(minor, currency, locale),
    typed: (text) => inOwnSeparators(text, currency, locale),
  });
}
