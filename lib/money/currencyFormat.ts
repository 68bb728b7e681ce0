import { inOneForm, numberLocale } from "#lib/text/numberLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { displayOf, exponentOf } from "./currencies.ts";

/** How a locale writes amounts of a currency. By `de-CH EUR`, with all decimals of the currency, or `de-CH EUR 0`, with so many. */
export const currencyFormatOf = memoize((key) => {
  const [locale = "", currency = "", decimals] = key.split(" ");
  const digits = decimals === undefined ? exponentOf(currency) : Number(decimals);
  return new Intl.NumberFormat(numberLocale(locale), {
    style: "currency",
    currency,
    currencyDisplay: displayOf(currency),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
});

/**
 * An amount as a locale writes it. By the key of its format and plain major units: `de-CH EUR 0 25`, `de-CH EUR 25.00`. Cached,
 * because Intl takes several microseconds for each, and the same prices are written all day.
 */
export const writtenAmount = memoize((key) => {
  const end = key.lastIndexOf(" ");
  return inOneForm(currencyFormatOf(key.slice(0, end)).format(asNumber(key.slice(end + 1))), key);
});

function asNumber(major: string): `${number}` {
  // The caller has it from toMajorText.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return major as `${number}`;
}
