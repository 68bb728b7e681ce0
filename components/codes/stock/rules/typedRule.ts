import type { RestockMode, RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";

/** A rule as a member types it: amounts as neutral texts (lib/money/typedAmount.ts). */
export type TypedRule = {
  /** The saved view that a new rule looks after; empty: a product. */
  viewId: string;
  /** Of a view's products, only those in this currency. */
  currency: string;
  productId: string;
  mode: RestockMode;
  keep: string;
  refillTo: string;
  multiple: string;
  amount: string;
  highestPrice: string;
  mostPerDay: string;
};

export type RuleErrors = Partial<Record<keyof TypedRule, string>>;

/** What a new rule looks after. */
export type Subject = { productId: number } | { view: { id: string; currency: string } };

type Terms = Pick<
  RestockRule,
  "mode" | "keep" | "refillTo" | "multiple" | "amount" | "highestPrice" | "mostPerDay"
>;

/** What the fields of a new rule, or of one that is changed, begin with. */
export function startOfRule(known: RestockRule | null, productId: number | null): TypedRule {
  const money = (minor: number | null) => (minor === null ? "" : toMajorText(minor, known?.currency ?? ""));
  return {
    viewId: "",
    currency: known?.currency ?? "",
    productId: String(known?.productId ?? productId ?? ""),
    mode: known?.mode ?? "propose",
    keep: String(known?.keep ?? ""),
    refillTo: String(known?.refillTo ?? ""),
    multiple: String(known?.multiple ?? 1),
    amount: money(known?.amount ?? null),
    highestPrice: money(known?.highestPrice ?? null),
    mostPerDay: money(known?.mostPerDay ?? null),
  };
}

/** What was typed as a rule, or what is wrong with its fields. */
export function readTypedRule(
  typed: TypedRule,
  { currency, isOpen, isOfView }: { currency: string | null; isOpen: boolean; isOfView: boolean },
): { terms: Terms | null; subject: Subject; errors: RuleErrors } {
  const errors: RuleErrors = {};
  const count = (name: "productId" | "keep" | "refillTo" | "multiple", words: string): number => {
    const digits = asciiDigits(typed[name].trim());
    if (/^\d{1,9}$/.test(digits) && Number(digits) > 0) return Number(digits);
    errors[name] = words;
    return 0;
  };
  const money = (name: "amount" | "highestPrice" | "mostPerDay", isNeeded: boolean): number | null => {
    if (typed[name].trim() === "") {
      if (isNeeded) errors[name] = "Enter an amount.";
      return null;
    }
    const read = readNeutralAmount(typed[name], currency);
    if (read.ok) return read.minor;
    errors[name] = read.message;
    return null;
  };
  const isOrdering = typed.mode === "order";
  if (isOfView && typed.currency === "") errors.currency = "Choose a currency.";
  const subject: Subject =
    typed.viewId === ""
      ? { productId: isOfView ? 0 : count("productId", "Enter the ID of a product.") }
      : { view: { id: typed.viewId, currency: typed.currency } };
  const terms = {
    mode: typed.mode,
    keep: count("keep", "Enter a whole number from 1."),
    refillTo: count("refillTo", "Enter a whole number from 1."),
    multiple: count("multiple", "Enter a whole number from 1."),
    amount: isOpen ? money("amount", true) : null,
    highestPrice: money("highestPrice", isOrdering),
    mostPerDay: money("mostPerDay", isOrdering),
  };
  if (errors.keep === undefined && errors.refillTo === undefined) {
    if (terms.refillTo < terms.keep) errors.refillTo = "Refill to at least as many as you keep.";
    else if (terms.multiple > terms.refillTo - terms.keep + 1)
      errors.multiple = "Choose a smaller multiple, or refill to more codes.";
  }
  return { terms: Object.keys(errors).length === 0 ? terms : null, subject, errors };
}
