/** A currency for each number of decimals in ISO 4217, and an unknown code. */
export const CURRENCY_SAMPLES = ["JPY", "EUR", "HUF", "KWD", "CLF", "XYZ"];
