import "server-only";
import { normalName } from "./fields.ts";

const LONGEST_NAME = 100;

/** Last words of names of numbers that are no amounts, among them amounts in major units and texts for people. */
const NO_AMOUNT = new Set(
  (
    "id ids no nr number numeric code status state version rank page index count date day time timestamp ts at of " +
    "update updated modified created ttl seconds ms exponent decimals places precision scale digits " +
    "rate percent percentage factor ratio discount commission margin points score major decimal formatted display text"
  ).split(" "),
);
/** The same for first words: `expires_in`, `isActive`, `displayBalance`. */
const NO_AMOUNT_OF = new Set(["is", "has", "expires", "expiry", "display", "formatted"]);
const UNITS = new Set([
  "minorunits",
  "minorunit",
  "fractiondigits",
  "decimalplaces",
  "statuscode",
  "numericcode",
]);

/** Whether a number in a wallet can be an amount of minor units, by its name. */
export function isAmountName(name: string): boolean {
  const words = wordsOf(name);
  if (UNITS.has(normalName(name)) || NO_AMOUNT_OF.has(words[0] ?? "")) return false;
  return !NO_AMOUNT.has(words.at(-1) ?? "");
}

/** Whether the name itself says that the amount is in minor units. */
export function saysMinor(name: string): boolean {
  return wordsOf(name).some((word) => word === "minor" || word === "cents");
}

/** Whether what is inside are no balances: what changed them, or exchange rates. */
export function holdsNoBalances(name: string): boolean {
  return /(?:transactions?|history|movements?|rates?)$/i.test(name);
}

/** `updatedAt`, `updated_at` and `UPDATED AT` have the same words. */
function wordsOf(name: string): string[] {
  const spaced = name.slice(0, LONGEST_NAME).replace(/([a-z\d])([A-Z])/g, "$1 $2");
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}
