import { statedUnits } from "./statedUnits.ts";

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

/** Those of ISO 4217 that are in neither list above nor written with a symbol (below). */
const OTHERS =
  "ALL AMD ANG AOA AWG AZN BOB BOV BTN BWP BYN CDF CHE CHF CHW COU CRC CUC CUP CVE ERN ETB GEL GHS GMD GTQ GYD HNL HTG HUF KES KGS KHR " +
  "KPW KYD KZT LAK LKR LRD LSL MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MXV MZN NGN NIO NPR PAB PEN PGK RON RSD SHP SLE SLL SOS SSP STN " +
  "SVC SZL TJS TOP TZS UAH USN UZS VED VES WST XCG XSU XUA ZMW ZWG ZWL";

/**
 * How many digits of an amount in minor units are decimals: for the currencies of ISO 4217 by that standard, for others as an
 * administrator has stated (docs/decisions/0005-minor-units-are-those-of-iso-4217.md). None for one of which nobody knows it: its
 * amounts are whole numbers of the service's. A missing currency has two, for comparing and reading; amounts without one are not
 * written with decimals (`formatAmount`).
 */
export function exponentOf(currency: string | null): number {
  const code = (currency ?? "").trim().toUpperCase();
  if (code === "" || ISO_4217.has(code)) return EXPONENTS.get(code) ?? 2;
  return statedUnits().get(code) ?? 0;
}

/** Whether it is known how many decimals amounts in this currency have. */
export function hasKnownUnits(currency: string | null): boolean {
  const code = (currency ?? "").trim().toUpperCase();
  return ISO_4217.has(code) || statedUnits().has(code);
}

/** The one spelling of a currency: `usd` is USD; one that ISO 4217 does not know stays as it is written. */
export function spellCurrency<Code extends string | null>(currency: Code): Code | string {
  return isoCurrency(currency) ?? currency;
}

/** Whether two codes are one currency: services write them in either case. */
export function isSameCurrency(one: string | null, other: string | null): boolean {
  return one?.toUpperCase() === other?.toUpperCase();
}

/** The code of ISO 4217 in upper case, as Intl accepts it; null for anything else, which is shown unchanged. */
export function isoCurrency(currency: string | null): string | null {
  const code = currency?.toUpperCase() ?? "";
  return ISO_4217.has(code) ? code : null;
}

/** The currencies that every platform writes with the same symbol, in each of the offered locales. */
const WITH_SYMBOL = new Set(
  (
    "AED AFN ARS AUD BAM BBD BDT BGN BHD BMD BND BRL BSD BZD CAD CLP CNY COP CZK DKK DOP DZD EGP EUR FJD FKP GBP GIP HKD HRK HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KRW " +
    "KWD LBP LYD MAD MRU MXN MYR NAD NOK NZD OMR PHP PKR PLN QAR RUB SAR SBD SCR SDG SEK SGD SRD SYP THB TMT TND TRY TTD TWD USD UYU VND WST XAF XCD XOF XPF YER ZAR"
  ).split(" "),
);

const ISO_4217: ReadonlySet<string> = new Set([...EXPONENTS.keys(), ...WITH_SYMBOL, ...OTHERS.split(" ")]);

/** How a currency is written beside an amount: by its code where platforms have different symbols, or where some do not know it. */
export function displayOf(code: string): "symbol" | "code" {
  return WITH_SYMBOL.has(code) ? "symbol" : "code";
}
