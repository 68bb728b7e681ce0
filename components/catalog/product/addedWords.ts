import { defaultAmount } from "#lib/catalog/denominations/denomination.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";

/** This many amounts can be read at a glance. */
const NAMED = 3;

type Choice = { amount: number | null; quantity: number };

/** "2 × A$55.00": what is added to an order; null while the amount is not known. */
export function choiceText({ currencyCode }: Product, { amount, quantity }: Choice): string | null {
  return amount === null ? null : `${formatCount(quantity)} × ${formatAmount(amount, currencyCode)}`;
}

/** What was added, as the title of a message. */
export function addedTitle(product: Product, choice: Choice): string {
  const text = choiceText(product, choice);
  return text === null ? "Added to your order" : `Added ${text}`;
}

/** The suggested amounts that nobody chose, if several products were added at once; null if there are none. */
export function suggestedAmounts(products: readonly Product[]): string | null {
  const open = products.filter(({ denomination }) => denomination === "open");
  const amounts = open.flatMap((product) => {
    const amount = defaultAmount(product);
    return amount === null || product.currencyCode === null ? [] : formatAmount(amount, product.currencyCode);
  });
  const each = [...new Set(amounts)];
  if (each.length === 0) return null;
  const rest = each.length - NAMED;
  const named = each.slice(0, NAMED).join(", ");
  return `Suggested amounts: ${named}${rest > 0 ? ` and ${formatCount(rest)} more` : ""}.`;
}
