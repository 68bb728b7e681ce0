import { formatAmount } from "#lib/money/minorUnits.ts";
import { priceInMessage } from "#lib/orders/lines/priceInMessage.ts";

/** A verbatim message, with the price in it, which the service writes in minor units, as an amount beside it. */
export function ServiceMessage({ text, currency }: { text: string; currency: string | null }) {
  const price = priceInMessage(text);
  return price === null ? text : `${text} = ${formatAmount(price, currency)}`;
}
