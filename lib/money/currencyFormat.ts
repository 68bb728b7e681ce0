import { rememberFormats } from "#lib/text/currentLocale.ts";
import { exponentOf } from "./currencies.ts";

/** How a locale writes amounts of a currency. By `de-CH EUR`, with all decimals of the currency, or `de-CH EUR 0`, with so many. */
export const currencyFormatOf = rememberFormats((key) => {
  const [locale = "", currency = "", decimals] = key.split(" ");
  const digits = decimals === undefined ? exponentOf(currency) : Number(decimals);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
});
