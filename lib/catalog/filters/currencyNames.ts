import { isoCurrency } from "#lib/money/currencies.ts";
import { codesByName, type CodesByName } from "./codesByName.ts";
import { CURRENCY_NAMES } from "./englishNames.ts";

let known: CodesByName | null = null;

/**
 * The code of the currency with this name, folded, in one of the languages that members can choose: `us dollars` is USD. Null for other
 * texts, for an ambiguous one, and for metals and funds: “gold” usually says something else.
 */
export function currencyOfName(folded: string): string | null {
  known ??= codesByName("currency", codes());
  return known.get(folded) ?? known.get(folded.replace(/s$/, "")) ?? null;
}

function codes(): string[] {
  return [...CURRENCY_NAMES.keys()].filter((code) => isoCurrency(code) !== null && isMoney(code));
}

const PAID_WITH_X = new Set(["XAF", "XCD", "XCG", "XOF", "XPF"]);

/** Whether people pay with it: codes with an X at the beginning are metals and funds, but for a few. */
export function isMoney(code: string): boolean {
  return !code.startsWith("X") || PAID_WITH_X.has(code);
}
