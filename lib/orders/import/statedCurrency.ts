import { isoCurrency } from "#lib/money/currencies.ts";

/** A currency that a line above the table or a heading names, and where. */
export type StatedCurrency = { currencies: ReadonlySet<string>; text: string };

/** Codes that are words or other abbreviations as well. */
export const WORD_CURRENCIES = new Set("ALL SOS TOP".split(" "));
const DOLLARS = "USD AUD CAD HKD NZD SGD TWD MXN BRL CLP COP ARS";
/** Words and signs of currencies; several where a word is used in several countries. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/us\$|\bu\.?s\.? dollars?\b/i, "USD"],
  [/€|\beuros?\b/i, "EUR"],
  [/£|\bpounds?(?: sterling)?\b|\bsterling\b/i, "GBP EGP"],
  [/\$|\b(?:dollars?|bucks|d[oó]lar(?:es)?|dollar[io])(?!\p{L})/iu, DOLLARS],
  [/¥|\byens?\b/i, "JPY CNY"],
  [/\b(?:riyals?|rials?)\b/i, "SAR QAR OMR YER IRR"],
  [/\bdirhams?\b/i, "AED MAD"],
  [/\bdinars?\b/i, "KWD BHD JOD IQD TND LYD DZD RSD"],
  [/\b(?:rupees?)\b|₹/i, "INR PKR LKR NPR"],
  [/\b(?:z[lł]oty(?:ch)?|zł)/iu, "PLN"],
  [/\b(?:lira|liras)\b|₺/i, "TRY"],
  [/\b(?:swiss )?francs?\b/i, "CHF XOF XAF"],
  [/\bpesos?\b/i, "MXN ARS CLP COP PHP UYU"],
  [/\b(?:rand|rands)\b/i, "ZAR"],
];

/** The first currency that one of the texts names, by its code or a usual word; null: none does. */
export function statedCurrencies(texts: readonly string[]): StatedCurrency | null {
  for (const text of texts) {
    const codes = (text.match(/(?<![\p{L}\p{Nd}])[A-Z]{3}(?![\p{L}\p{Nd}])/gu) ?? []).flatMap((code) =>
      WORD_CURRENCIES.has(code) ? [] : (isoCurrency(code) ?? []),
    );
    const found = codes.length > 0 ? codes : (WORDS.find(([word]) => word.test(text))?.[1].split(" ") ?? []);
    if (found.length > 0) return { currencies: new Set(found), text: text.trim() };
  }
  return null;
}

/** The currencies that a text means if it is nothing but such a word or sign; none for other texts. */
export function wordCurrencies(text: string): readonly string[] {
  const found = WORDS.find(([word]) => text.replace(word, "").trim() === "");
  return found?.[1].split(" ") ?? [];
}

/** Why a row is refused whose product is in another currency than the table states; null: it is not, or its row names one itself. */
export function statedProblem(
  stated: StatedCurrency | null,
  typed: string,
  currency: string | null,
): string | null {
  if (stated === null || typed !== "" || currency === null) return null;
  if (stated.currencies.has(isoCurrency(currency) ?? currency)) return null;
  const text = stated.text.length > SHOWN ? `${stated.text.slice(0, SHOWN)}…` : stated.text;
  return `The table says “${text}”, but this product is priced in ${currency}. Is the amount right?`;
}

const SHOWN = 60;
