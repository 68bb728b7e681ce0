import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { currentLocale } from "#lib/text/currentLocale.ts";
import { withoutInvisible } from "#lib/text/invisible.ts";
import { memoize } from "#lib/text/memoize.ts";
import { inOneForm, numberLocale } from "#lib/text/numberLocale.ts";
import { exponentOf, hasKnownUnits, isoCurrency } from "./currencies.ts";
import { writtenAmount } from "./currencyFormat.ts";

/**
 * Plain major units for an input field: `3299` of EUR is `32.99`, no grouping, a point before the decimals. An amount without a
 * currency has none: nobody knows its decimals.
 * @throws RangeError for anything but an integer: amounts are never floats.
 */
export function toMajorText(minor: number | bigint, currency: string): `${number}` {
  const exponent = exponentOf(currency);
  const value = BigInt(minor);
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(exponent + 1, "0");
  const text =
    exponent === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  // Digits, at most one sign and one point: always the text of a number, which the compiler cannot see.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text as `${number}`;
}

/**
 * An amount with its currency and exactly its number of decimals, for people, as their locale writes it. A currency that ISO 4217
 * does not know is shown unchanged before the plain amount, or, if nobody has stated its units, before the whole number that the service
 * wrote; without one, the amount is so many minor units (docs/service-interface.md §10.12).
 * @throws RangeError for anything but an integer.
 */
export function formatAmount(
  minor: number | bigint,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  if (isMissing(currency)) {
    const count = inOneForm(countFormatOf(locale).format(BigInt(minor)), locale);
    return inMinorUnits(minor, count).replace("-", MINUS);
  }
  const major = toMajorText(minor, currency);
  const code = isoCurrency(currency);
  if (code !== null) {
    const text = writtenAmount(`${locale} ${code} ${major}`);
    return minor < 0 ? text.replace("-", MINUS) : text;
  }
  const plain = `${currency.slice(0, 20)} ${major.replace("-", MINUS)}`;
  return hasKnownUnits(currency) ? plain : `${plain} (${UNITS_UNKNOWN})`;
}

/** Said of an amount whose number of decimals nobody knows. */
export const UNITS_UNKNOWN = "units unknown";

const countFormatOf = memoize((locale) => new Intl.NumberFormat(numberLocale(locale)));

function isMissing(currency: string | null): currency is null | "" {
  return currency === null || currency === "";
}

function inMinorUnits(minor: number | bigint, digits: string): string {
  return `${digits} minor ${minor === 1 || minor === 1n ? "unit" : "units"}`;
}

/**
 * An amount for a cell of a file, whose currency has a column of its own: plain major units. Without a currency, or with one
 * whose units nobody knows, it says that it is minor units, so that no program takes it for a number (docs/service-interface.md §10.12).
 * @throws RangeError for anything but an integer.
 */
export function amountForFile(minor: number, currency: string | null): string {
  return isMissing(currency) || !hasKnownUnits(currency)
    ? inMinorUnits(minor, BigInt(minor).toString())
    : toMajorText(minor, currency);
}

/** Locales write different minus signs. This one is as wide as a plus and is not mistaken for a hyphen. */
export const MINUS = "−";

/** Like `formatAmount`, always with a sign: "−€120.00", "+€5.00"; zero has none. */
export function formatSignedAmount(
  minor: number,
  currency: string | null,
  locale: string = currentLocale(),
): string {
  // Puts the plus where the locale puts the sign of a negative amount.
  return minor > 0
    ? formatAmount(-minor, currency, locale).replace(MINUS, "+")
    : formatAmount(minor, currency, locale);
}

/** Unit price × quantity in minor units; null if it is no longer exact (beyond 2^53 - 1) or not made of integers. */
export function multiplyMinor(unit: number, quantity: number): number | null {
  if (!Number.isSafeInteger(unit) || !Number.isSafeInteger(quantity)) return null;
  const product = unit * quantity;
  if (!Number.isSafeInteger(product)) return null;
  return product === 0 ? 0 : product;
}

/** The sum in minor units; null if any step is no longer exact (beyond 2^53 - 1) or a value is not an integer. */
export function sumMinor(values: readonly number[]): number | null {
  let sum = 0n;
  for (const value of values) {
    if (!Number.isSafeInteger(value)) return null;
    sum += BigInt(value);
  }
  const exact = Number(sum);
  return Number.isSafeInteger(exact) ? exact : null;
}

/** `readings`: the amounts in minor units that an ambiguous text can mean, smallest first. */
export type ParsedAmount = { ok: true; minor: number } | { ok: false; message: string; readings?: number[] };

const refuse = (message: string): ParsedAmount => ({ ok: false, message });

/**
 * The currency's symbols, the longest first. Cached, because finding them takes longer than reading an amount, and a table has
 * thousands of amounts.
 */
const symbolsOf = memoize((key) => {
  const [locale = "", currency = ""] = key.split(" ");
  const part = (from: string, display: "symbol" | "narrowSymbol") =>
    new Intl.NumberFormat(from, { style: "currency", currency, currencyDisplay: display })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value;
  // The reader's own form, and the form that most people type.
  const written = [part(numberLocale(locale), "symbol"), part("en", "symbol"), part("en", "narrowSymbol")];
  return [currency, ...written]
    .flatMap((text) => (text === undefined ? [] : plainText(text).toLowerCase()))
    .toSorted((one, other) => other.length - one.length);
});

/** Removes the currency's own code or symbol from one end; any other word or character remains, and is refused later. */
function withoutCurrency(text: string, currency: string | null, locale: string): string {
  const code = isoCurrency(currency);
  // Most amounts are plain numbers.
  if (code === null || /^[\d.,]*$/.test(text)) return text;
  const lower = text.toLowerCase();
  for (const symbol of symbolsOf(`${locale} ${code}`)) {
    if (lower.startsWith(symbol) && !isShortened(symbol, text)) return text.slice(symbol.length).trim();
    if (lower.endsWith(symbol)) return text.slice(0, -symbol.length).trim();
  }
  return text;
}

/** The point of `Rs.25` belongs to the abbreviation: otherwise the amount would be read as a hundredth. */
function isShortened(symbol: string, text: string): boolean {
  return /\p{L}$/u.test(symbol) && /^[.,]/.test(text.slice(symbol.length));
}

/** Converts digits of every script and characters of every width to ASCII, and removes invisible characters. */
function plainText(text: string): string {
  return asciiDigits(withoutInvisible(text.normalize("NFKC"))).trim();
}

/**
 * The typed text without its currency, in ASCII digits; null if it is longer than any amount, or contains characters that only
 * look like digits.
 */
export function bareAmount(
  text: string,
  currency: string | null,
  locale: string = currentLocale(),
): string | null {
  // Normalisation would turn superscripts and fractions into digits: 25² is not 252.
  if (text.length > LONGEST || /\p{No}/u.test(text)) return null;
  return withoutCurrency(plainText(text), currency, locale).replace(/\s/g, " ").replace(/[’`´]/g, "'");
}

const LONGEST = 60;

type Written = { whole: string; fraction: string };

/** Removes the separators of groups of three digits, or of two as in India; the separator must be the same throughout. */
function ungroup(text: string, separator: string): string | null {
  const groups = text.split(separator);
  const first = groups.shift() ?? "";
  const last = groups.pop();
  if (last === undefined) return /^\d*$/.test(text) ? text : null;
  const inner =
    groups.every((group) => /^\d{3}$/.test(group)) || groups.every((group) => /^\d{2}$/.test(group));
  const outer = /^[1-9]\d{0,2}$/.test(first) && /^\d{3}$/.test(last);
  return inner && outer ? first + groups.join("") + last : null;
}

/** Splits at the decimal separator; null if the separators contradict each other, "ambiguous" if both readings are plausible. */
function split(text: string, exponent: number): Written | "ambiguous" | null {
  const marks = text.replace(/\d/g, "");
  const kinds = [...new Set(marks.split(""))];
  const decimal = marks.at(-1) ?? "";
  const count = marks.split(decimal).length - 1;
  const [group] = kinds.filter((kind) => kind !== decimal);
  if (kinds.length > 2) return null;
  // A space or an apostrophe is never a decimal separator, nor is a repeated separator.
  if (kinds.length < 2 && (count !== 1 || decimal === " " || decimal === "'")) {
    const whole = kinds.length === 0 ? text : ungroup(text, decimal);
    return whole === null ? null : { whole, fraction: "" };
  }
  if (count !== 1 || decimal === " " || decimal === "'") return null;
  const at = text.indexOf(decimal);
  const [before, fraction] = [text.slice(0, at), text.slice(at + 1)];
  if (group !== undefined) {
    const whole = ungroup(before, group);
    return whole === null ? null : { whole, fraction };
  }
  if (!/^[1-9]\d{0,2}$/.test(before) || fraction.length !== 3 || decimal === "٫")
    return { whole: before, fraction };
  // `1,000` can mean one or a thousand. Only the form in which we show amounts of this currency is accepted.
  if (exponent === 0 && decimal === ",") return { whole: before + fraction, fraction: "" };
  if (exponent === 3 && decimal === ".") return { whole: before, fraction };
  return "ambiguous";
}

/** How messages about an amount write amounts, and the typed text. */
export type Wording = { amount: (minor: number | bigint) => string; typed: (text: string) => string };

/**
 * Reads an amount in major units as people write it (`25`, `25.50`, `25,50`, `1 000`, `1,000.50`, `1.000,50`, `€25`, digits of
 * any script) into minor units of `currency`. What members type in fields is made neutral first (typedAmount.ts). One separator
 * followed by exactly three digits (`1,000`, `1.000`) is refused, because it can mean one or a thousand, except in the two forms
 * of an amount with a decimal point: `1,000` of a currency without decimals is a thousand, and `1.234` of a currency with three
 * decimals is one and 234 thousandths. More decimals than the currency has are refused, and so is an amount that is not exact.
 * `message` says what to change.
 */
export function parseAmount(
  text: string,
  currency: string | null,
  wording: Wording = { amount: (minor) => toMajorText(minor, currency ?? ""), typed: (typed) => typed },
): ParsedAmount {
  const exponent = exponentOf(currency);
  const write = `Write it like ${wording.amount(25 * 10 ** exponent)}.`;
  const given = wording.typed(text.trim());
  if (text.length > LONGEST) return refuse(`This is too long for an amount. ${write}`);
  const bare = bareAmount(text, currency);
  if (bare === null) return refuse(`“${given}” is not an amount. ${write}`);
  if (bare === "") return refuse(`Enter an amount, like ${wording.amount(25 * 10 ** exponent)}.`);
  if (/^[-−–]/.test(bare)) return refuse("Enter an amount without a minus sign.");
  const plain = bare.replace(/٬/g, "'").replace(/،/g, ",");
  if (!/\d/.test(plain) || !/^[\d., '٫]+$/.test(plain)) {
    return refuse(`“${given}” is not an amount${currency === null ? "" : ` in ${currency}`}. ${write}`);
  }
  const written = split(plain, exponent);
  if (written === "ambiguous") {
    return {
      ok: false,
      message: ambiguity(plain, currency, wording),
      readings: readingsOf(plain, currency, exponent),
    };
  }
  if (written === null) return refuse(`“${given}” is not a clear amount. ${write}`);
  return toMinor(written, currency, exponent);
}

/**
 * What digits with one separator can mean: `1.000` is one or a thousand; `1.005` only a thousand and five, if the currency has no
 * thousandths.
 */
function readingsOf(plain: string, currency: string | null, exponent: number): number[] {
  const [before = "", after = ""] = plain.split(/[.,٫]/);
  const written = [
    { whole: before, fraction: after.replace(/0+$/, "") },
    { whole: before + after, fraction: "" },
  ];
  return written.flatMap((each) => {
    const parsed = toMinor(each, currency, exponent);
    return parsed.ok ? parsed.minor : [];
  });
}

function ambiguity(plain: string, currency: string | null, { amount, typed }: Wording): string {
  const exponent = exponentOf(currency);
  const [before = "", after = ""] = plain.split(/[.,٫]/);
  const large = formatAmount(BigInt(before + after) * BigInt(10 ** exponent), currency);
  return exponent === 0
    ? `“${typed(plain)}” is not clear. For ${large} write ${before}${after}.`
    : `“${typed(plain)}” can mean two amounts. For ${large} write ${before}${after}; else write it like ${amount(BigInt(before) * BigInt(10 ** exponent))}.`;
}

function toMinor({ whole, fraction }: Written, currency: string | null, exponent: number): ParsedAmount {
  if (!/^\d*$/.test(fraction) || !/^\d*$/.test(whole)) return refuse("Enter an amount in digits.");
  if (fraction.length > exponent) {
    const name = currency ?? "This currency";
    return refuse(
      exponent === 0
        ? `${name} has no decimals. Write ${whole === "" ? "a whole number" : `${whole} or another whole number`}.`
        : `${name} has at most ${exponent} decimals. Shorten the amount.`,
    );
  }
  const minor = Number(BigInt(`${whole}${fraction.padEnd(exponent, "0")}` || "0"));
  if (!Number.isSafeInteger(minor)) return refuse("This amount is too large. Enter a smaller one.");
  return { ok: true, minor };
}
