import { countryOfAlpha3 } from "#lib/catalog/filters/alpha3.ts";
import { countryOfAdjective } from "#lib/catalog/filters/countryAdjectives.ts";
import { countryOf } from "#lib/catalog/filters/countryText.ts";
import { currencyOfName, isMoney } from "#lib/catalog/filters/currencyNames.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { isoCurrency } from "#lib/money/currencies.ts";
import { memoize } from "#lib/text/memoize.ts";
import { WORD_CURRENCIES, wordCurrencies } from "./statedCurrency.ts";

/** The currencies or the countries that a text names, and nothing else. */
export type NamedMarket = { kind: "currency" | "country"; codes: ReadonlySet<string> };

const LONGEST = 60;
/** Words beside the name of a currency or a country that change nothing: “in USD please”, “US store”. */
const FILLERS = new Set(
  (
    "a all and are as be bitte by card cards code codes country currency customer customers de e edition en et for from fur gift i in is it its ist must na no nota note nb nur only or our " +
    "account amount amounts market oder ou o pay paid payable payment please pls plz por favor pour price priced prices region s il sea seulement should shop solo soltanto store storefront " +
    "svp te the to tylko um und use used valid value values version vous plait with w y za uses users per favore " +
    // Which one a person would like: “the US one please”, “we need the German ones”.
    "one ones we they would like want wants wanted need needs needed prefer prefers preferred preferably take make get send buy should has have " +
    "der die das den dem eine einen wir brauchen nehmen mochten le les celle celui nous voulons la las los queremos il lo vorremmo"
  ).split(" "),
);
/** Codes that are no other word in lower case either: “for Bob” is not for bolivianos. */
const SURE_CURRENCIES = new Set("AED AUD CHF CNY EUR GBP INR JPY SAR USD".split(" "));
/** Codes of countries that are words or other abbreviations as well; only below a heading of their kind they are sure to be codes. */
const WORD_COUNTRIES = new Set(
  "AC AM AS AT BE BY CC CM CV DM DO FM GM HR ID IM IN IS IT KG LA MA MD ME ML MM MS MT MY NA NO PM PR PS SO TO TV VA".split(
    " ",
  ),
);
/** Likewise of three letters. */
const WORD_ALPHA3 = new Set(
  "AND ARE BEN CAN COD COL COM DOM EST FIN GIN HND IOT JAM LIE MAC MAR NIC PAN PER POL PRI SEN SUR TON VAT".split(
    " ",
  ),
);
/** Forms of companies: “Example AG” is not of Antigua. */
const COMPANIES = new Set("AB AG BV CO NV PT SA SC SE SL".split(" "));
const NAMES_OF_PEOPLE = new Set(["chad", "georgia", "israel", "jordan"]);
const CURRENCY_HEAD =
  /\b(?:currency|ccy|cur|curr|money|wahrung|devise|monnaie|moneda|divisa|valuta|waluta)\b/;
const COUNTRY_HEAD =
  /\b(?:stores?|storefront|shop|marketplace|valid|redeem\w*|usable|useable|works|works in|market|region|territory|country|countries|land|pays|pais|paese|kraj|gultig\w*|valable|valido|valida|wazne|location|locale|edition|version)\b/;
/** Columns whose two letters are of people, languages, states or states of affairs. */
const OTHER_HEAD =
  /\b(?:by|owner|initials?|buyer|agent|rep|sales|assignee|contact|person|user|language|languages|lang|sprache|langue|idioma|lingua|jezyk|state|province|bundesland|status|ok|order|approved|department|dept|team|unit|uom|einheit|size|grade|class|kind|type|tax|vat|ref|reference)\b/;

/**
 * What a cell says if it is nothing but a currency or a country: its code, its name in any of the offered languages, a flag; with words
 * around it that change nothing. Null for any other text.
 */
export function namedMarket(head: string, cell: string): NamedMarket | null {
  if (cell.trim() === "" || cell.length > LONGEST || !/[\p{L}\p{Sc}\u{1f1e6}-\u{1f1ff}]/u.test(cell))
    return null;
  const found = remembered(`${fold(head)}\n${cell.trim()}`);
  return found === "none" ? null : found;
}

const remembered = memoize<NamedMarket | "none">((key) => {
  const at = key.indexOf("\n");
  return readMarket(key.slice(0, at), key.slice(at + 1)) ?? "none";
});

function readMarket(head: string, cell: string): NamedMarket | null {
  const parts = cell.split(SEVERAL).filter((part) => part.trim() !== "");
  const read = (one: (head: string, text: string) => readonly string[]) =>
    allOf([cell], (part) => one(head, part)) ?? allOf(parts, (part) => one(head, part));
  const currencies = read(currenciesIn);
  if (currencies !== null) return { kind: "currency", codes: currencies };
  const countries = read(countryIn);
  return countries === null ? null : { kind: "country", codes: countries };
}

/** What stands between several of them. */
const SEVERAL = /[/,;|+&]|\s(?:or|and|oder|und|ou|et|o|y|e|lub|i)\s/;

/** What all parts name; null if one of them names nothing. */
function allOf(
  parts: readonly string[],
  read: (part: string) => readonly string[],
): ReadonlySet<string> | null {
  const each = parts.map(read);
  return each.length === 0 || each.some((codes) => codes.length === 0) ? null : new Set(each.flat());
}

function currenciesIn(head: string, text: string): readonly string[] {
  const isSure = CURRENCY_HEAD.test(head);
  return firstIn(text, (words) => {
    const [code = "", ...others] = words;
    const iso = others.length === 0 ? isoCurrency(code) : null;
    if (iso !== null && isMoney(iso)) {
      const isWord = WORD_CURRENCIES.has(iso) || (code !== iso && !SURE_CURRENCIES.has(iso));
      return isWord && !isSure ? [] : [iso];
    }
    const name = words.join(" ");
    const ofName = currencyOfName(fold(name));
    return ofName === null ? wordCurrencies(name) : [ofName];
  });
}

function countryIn(head: string, text: string): readonly string[] {
  const isSure = COUNTRY_HEAD.test(head);
  return firstIn(withoutFlags(text), (words) => {
    const name = words.join(" ");
    const code = countryOf(name);
    if (code === null) return [];
    if (isSure) return [code];
    if (NAMES_OF_PEOPLE.has(fold(name))) return [];
    // A language has the name of a country's adjective.
    const isOther = OTHER_HEAD.test(head) && (isCode(name) || countryOfAdjective(fold(name)) !== undefined);
    return isOther || (isCode(name) && !isSureCode(name, code)) ? [] : [code];
  });
}

const isCode = (name: string) =>
  /^\p{L}{2}$/u.test(name) || countryOfAlpha3(name.toUpperCase()) !== undefined;

function isSureCode(name: string, code: string): boolean {
  return (
    name === name.toUpperCase() && !WORD_ALPHA3.has(name) && !(name.length === 2 && WORD_COUNTRIES.has(code))
  );
}

/** The most words of a country's name. */
const LONGEST_NAME = 5;

/** The countries that a line of text names among other words: “Orders DE”, “Saudi cards for November”. */
export function countriesNamedIn(text: string): ReadonlySet<string> {
  const whole = namedMarket("", text);
  if (whole?.kind === "country") return whole.codes;
  const words = wordsIn(withoutFlags(text.slice(0, LONGEST_LINE)));
  const found = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(LONGEST_NAME, words.length - at); count > 0; count -= 1) {
      const name = words.slice(at, at + count).join(" ");
      const isOther = isPlainFiller(name) || (isCode(name) && COMPANIES.has(name));
      const [code] = isOther ? [] : countryIn("", name);
      if (code === undefined) continue;
      found.add(code);
      at += count - 1;
      break;
    }
  }
  return found;
}

const LONGEST_LINE = 200;

/** A flag is written with the letters of its country's code. */
function withoutFlags(text: string): string {
  return text.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65),
  );
}

/**
 * What the whole text names, otherwise what is left of it without fillers at both ends. Two capitals are rather a country's code: “DE store”.
 */
function firstIn(text: string, read: (words: readonly string[]) => readonly string[]): readonly string[] {
  const words = wordsIn(text);
  const tries = [words, withoutEnds(words, isPlainFiller), withoutEnds(words, isFiller)];
  return tries.map((each) => (each.length === 0 ? [] : read(each))).find((codes) => codes.length > 0) ?? [];
}

function isFiller(word: string): boolean {
  return FILLERS.has(fold(word));
}

/** But for two capitals. */
function isPlainFiller(word: string): boolean {
  return isFiller(word) && !/^[A-Z]{2}$/.test(word);
}

function withoutEnds(words: readonly string[], isEnd: (word: string) => boolean): readonly string[] {
  const from = words.findIndex((word) => !isEnd(word));
  return from === -1 ? [] : words.slice(from, words.findLastIndex((word) => !isEnd(word)) + 1);
}

/** The words as they are written; “U.S.” and “U.S.A.” are one. */
function wordsIn(text: string): string[] {
  const joined = text.replace(/(?<!\p{L})(?:\p{L}\.){2,}(?:\p{L}(?!\p{L}))?/gu, (letters) =>
    letters.replaceAll(".", ""),
  );
  return joined.match(/[\p{L}\p{M}\p{Nd}\p{Sc}’']+/gu) ?? [];
}
