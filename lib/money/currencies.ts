/**
 * The currencies of ISO 4217 whose minor unit is not a hundredth. The platform's Intl is not used, because its decimals come from
 * CLDR, which differs between browsers and, like shops in these countries, omits the hundredths of HUF, IDR, COP, PKR, …: an
 * amount of 3299 would be shown a hundred times too large.
 */
const WITHOUT_MINOR_UNIT =
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF XAG XAU XPD XPT XDR";
const WITH_THREE_DIGITS = "BHD IQD JOD KWD LYD OMR TND";
const WITH_FOUR_DIGITS = "CLF UYW";

const EXPONENTS = new Map<string, number>([
  ...WITHOUT_MINOR_UNIT.split(" ").map((code) => [code, 0] as const),
  ...WITH_THREE_DIGITS.split(" ").map((code) => [code, 3] as const),
  ...WITH_FOUR_DIGITS.split(" ").map((code) => [code, 4] as const),
]);

/**
 * How many digits of an amount in minor units are decimals (ISO 4217). An unknown or malformed currency has two: "3299 means 32.99"
 * (docs/service-interface.md §2). So has a missing one, for comparing and reading; amounts without a currency are not written with
 * decimals (`formatAmount`).
 */
export function exponentOf(currency: string | null): number {
  return EXPONENTS.get((currency ?? "").trim().toUpperCase()) ?? 2;
}

/** Whether two codes are one currency: services write them in either case. */
export function isSameCurrency(one: string | null, other: string | null): boolean {
  return one?.toUpperCase() === other?.toUpperCase();
}

/** The code in the form that Intl accepts (three letters, upper case); null for anything else, which is shown unchanged. */
export function wellFormedCurrency(currency: string | null): string | null {
  return currency !== null && /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : null;
}

/** The currencies that every platform writes with the same symbol, in each of the offered locales. */
const WITH_SYMBOL = new Set(
  (
    "AED AFN ARS AUD BAM BBD BDT BGN BHD BMD BND BRL BSD BZD CAD CLP CNY COP CZK DKK DOP DZD EGP EUR FJD FKP GBP GIP HKD HRK HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KRW " +
    "KWD LBP LYD MAD MRU MXN MYR NAD NOK NZD OMR PHP PKR PLN QAR RUB SAR SBD SCR SDG SEK SGD SRD SYP THB TMT TND TRY TTD TWD USD UYU VND WST XAF XCD XOF XPF YER ZAR"
  ).split(" "),
);

/** How a currency is written beside an amount: by its code where platforms have different symbols, or where some do not know it. */
export function displayOf(code: string): "symbol" | "code" {
  return WITH_SYMBOL.has(code) ? "symbol" : "code";
}
