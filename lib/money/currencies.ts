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
