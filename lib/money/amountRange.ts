import { currentLocale, withWideSpaces } from "#lib/text/currentLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { exponentOf, isoCurrency } from "./currencies.ts";
import { currencyFormatOf, writtenAmount } from "./currencyFormat.ts";
import { formatAmount, toMajorText } from "./minorUnits.ts";

/**
 * Two amounts for a narrow column, with their currency once and without decimals if neither has any: `CA$20–300`,
 * `€2.50–10.00`. Both are minor units. Without a currency that Intl knows, both are written out.
 * @throws RangeError for anything but integers.
 */
export function formatAmountRange(
  min: number,
  max: number,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  const code = currency === null ? null : isoCurrency(currency);
  if (code === null || min < 0)
    return `${formatAmount(min, currency, locale)} to ${formatAmount(max, currency, locale)}`;
  const decimals = [min, max].every((amount) => isWhole(amount, code)) ? 0 : exponentOf(code);
  const key = `${locale} ${code} ${decimals}`;
  const { before, after } = aroundOf(key);
  const plain = (amount: number) => {
    const text = writtenAmount(`${key} ${toMajorText(amount, code)}`);
    return text.slice(before.length, text.length - after.length);
  };
  return `${before}${plain(min)}–${plain(max)}${after}`;
}

function isWhole(minor: number, currency: string): boolean {
  return minor % 10 ** exponentOf(currency) === 0;
}

const DIGITS = new Set(["integer", "group", "decimal", "fraction"]);

/** What a locale writes before and after the digits of an amount: the currency, spaces, marks of direction. */
const aroundOf = memoize((key) => {
  const parts = currencyFormatOf(key).formatToParts(0);
  const text = (from: number, to?: number) =>
    withWideSpaces(
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join(""),
    );
  const first = parts.findIndex(({ type }) => DIGITS.has(type));
  const last = parts.findLastIndex(({ type }) => DIGITS.has(type));
  return { before: text(0, first), after: text(last + 1) };
});
