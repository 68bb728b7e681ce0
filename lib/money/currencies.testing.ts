/** A currency of each number of decimals that ISO 4217 has, and codes that nobody knows. */
export const CURRENCY_SAMPLES = ["JPY", "EUR", "HUF", "KWD", "CLF", "XYZ"];
