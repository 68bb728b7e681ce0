import type { RestockMode, RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { counted, formatCount } from "#lib/text/counts.ts";

export const MODE_LABELS: Record<RestockMode, string> = {
  tell: "Tell me",
  propose: "Prepare a draft",
  order: "Order",
};

/** The product or the view that a rule looks after. */
export function nameOfRule({ view, productName, productId }: RestockRule): string {
  return view?.name ?? productName ?? `Product ${productId}`;
}

/** `Keeps 10, refills to 50 in multiples of 5 · at most €10.00 each · at most €500.00 a day`. */
export function ruleInWords(rule: RestockRule): string {
  const { keep, refillTo, multiple, mode, amount, highestPrice, mostPerDay, currency, view } = rule;
  const money = (minor: number) => formatAmount(minor, currency ?? "");
  const refill =
    mode === "tell"
      ? ""
      : `, refills to ${formatCount(refillTo)}${multiple === 1 ? "" : ` in multiples of ${formatCount(multiple)}`}`;
  return [
    ...(view === null ? [] : [`${counted(view.products, "product", "products")} in ${currency}`]),
    `Keeps ${formatCount(keep)}${view === null ? "" : " of each"}${refill}`,
    ...(amount === null ? [] : [`${money(amount)} each`]),
    ...(highestPrice === null ? [] : [`at most ${money(highestPrice)} for a code`]),
    ...(mostPerDay === null ? [] : [`at most ${money(mostPerDay)} a day`]),
  ].join(" · ");
}

/** `3 untouched, 20 ordered, 0 proposed`, without what is zero besides the first. */
export function positionInWords({ untouched, ordered, proposed }: RestockRule["position"]): string {
  return [
    `${formatCount(untouched)} untouched`,
    ...(ordered === 0 ? [] : [`${formatCount(ordered)} ordered`]),
    ...(proposed === 0 ? [] : [`${formatCount(proposed)} in drafts`]),
  ].join(", ");
}
