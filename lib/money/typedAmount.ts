import { currentLocale, rememberFormats } from "#lib/text/currentLocale.ts";
import { exponentOf, wellFormedCurrency } from "./currencies.ts";
import { bareAmount, parseAmount, toMajorText, type ParsedAmount } from "./minorUnits.ts";

/**
 * Amounts in fields. What a member types is kept as a *neutral text*, in which a point stands before the decimals: drafts, addresses and the
 * server read it alike, whoever typed it (`parseAmount`). A field shows it as the member's locale writes amounts.
 */

/** Separators of amounts, which in some locales differ from those of other numbers. */
const formatterOf = rememberFormats((key) => {
  const [locale = "", currency = "", digits = ""] = key.split(" ");
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    useGrouping: false,
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits),
  });
});

const numberPartsOf = (locale: string, currency: string | null, digits: number, major: `${number}`) =>
  // XXX: no currency.
  formatterOf(`${locale} ${wellFormedCurrency(currency) ?? "XXX"} ${digits}`).formatToParts(major);

/** Whether this locale has a comma before the decimals: a point then stands between thousands, if anywhere. */
const hasDecimalComma = rememberFormats((key) => {
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

/** The neutral text of what was typed: without the currency, and with a point before the decimals. What is no amount stays what it is. */
export function neutralAmount(
  typed: string,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  return inOwnSeparators(bareAmount(typed, currency, locale) ?? typed, currency, locale);
}

/** An amount for a field, as the locale writes it: its digits, its sign before the decimals, nothing between thousands. */
export function amountText(
  minor: number | bigint,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  const parts = numberPartsOf(locale, currency, exponentOf(currency), toMajorText(minor, currency ?? ""));
  return parts
    .map(({ type, value }) => {
      if (type === "integer" || type === "fraction") return value;
      // Some currencies once had a sign of their own there (1$50), which is no separator in what is typed.
      return type === "decimal" ? (/^[.,٫]$/.test(value) ? value : ".") : "";
    })
    .join("");
}

/** What a field shows of a neutral text: the amount, if it is one, in full; else what was typed. */
export function shownAmount(
  neutral: string,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  // A text whose currency is not known has no decimals to be shown with.
  const parsed = currency === null ? null : parseAmount(neutral, currency);
  return parsed?.ok === true
    ? amountText(parsed.minor, currency, locale)
    : inOwnSeparators(neutral, currency, locale);
}

/**
 * Reads a neutral text, with messages in the separators of whoever typed it. What can be read as two amounts is refused: in German, `1.234`
 * is no amount of euros, 1,234 of dinars (which have three decimals) and 1234 of yen (which have none).
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
