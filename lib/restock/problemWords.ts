import {
  MOST_VIEW_PRODUCTS,
  type RestockProblem,
  type RestockRule,
} from "#lib/contracts/restock/restockRules.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";

type Told = {
  rule: Pick<RestockRule, "highestPrice" | "mostPerDay">;
  currency: string | null;
};

/** Why a rule can't act, in words. `price`: of one code, in minor units. */
export function problemMessage(
  problem: RestockProblem,
  { rule, currency }: Told,
  price: number | null,
): string {
  const money = (minor: number | null) => (minor === null ? "" : formatAmount(minor, currency ?? ""));
  switch (problem) {
    case "owner":
      return "Its owner's account is disabled, or may not have such a rule any more.";
    case "view":
      return "What its view shows can't be found out any more. Save the view again, and make a new rule.";
    case "view-too-large":
      return `Its view shows more than ${formatCount(MOST_VIEW_PRODUCTS)} products. Nothing is done before it shows fewer.`;
    case "not-offered":
      return "The product is no longer offered.";
    case "no-price":
      return "The product has no price now.";
    case "price":
      return `One code costs ${money(price)} now, above the highest price of ${money(rule.highestPrice)}.`;
    case "day":
      return `Not enough is left of the ${money(rule.mostPerDay)} that it may order for today (UTC).`;
    case "wallet":
      return "The wallet has too little.";
    case "refused":
      return "Its last order came to nothing. It doesn't order again before tomorrow (UTC).";
  }
}
