/** A currency for each number of decimals in ISO 4217. */
export const CURRENCY_SAMPLES = ["JPY", "EUR", "HUF", "KWD", "CLF"];
