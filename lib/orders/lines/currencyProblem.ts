import { exponentOf, hasKnownUnits, isoCurrency } from "#lib/money/currencies.ts";

/** An order needs one, and no amount can be written without it. */
export const WITHOUT_CURRENCY = "This product has no currency, so it can't be ordered.";

/** Why nothing can be ordered in a currency; null if it can. */
export function describeCurrencyProblem(currency: string | null): string | null {
  if (currency === null || currency === "") return WITHOUT_CURRENCY;
  if (hasKnownUnits(currency)) return null;
  return `Nobody knows how many decimals amounts in ${currency} have, so this product can't be ordered. An administrator can state it under Settings, Connection.`;
}

/** The decimals with which this client reads and writes amounts, to be sent along where they are not those of ISO 4217. */
export function assumedDecimals(currency: string): { decimals?: number } {
  return isoCurrency(currency) === null ? { decimals: exponentOf(currency) } : {};
}

/** Why an order of a client with these decimals is refused: what its member typed would mean another amount now. */
export function describeOtherDecimals(currency: string, decimals: number | undefined): string | null {
  if (decimals === undefined || decimals === exponentOf(currency)) return null;
  return `The decimals of ${currency} have been changed. Load the page again, and check every amount.`;
}
