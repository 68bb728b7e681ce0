import { WithValues } from "#components/ui/display/WithValues.tsx";

const CURRENCY = String.raw`−?(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,3}|\b[A-Z]{3,5}\b)`;
const NUMBER = String.raw`−?\p{Nd}(?:[.,'’٫٬\s]?\p{Nd})*`;
const AMOUNTS = new RegExp(String.raw`${CURRENCY}\s?${NUMBER}|${NUMBER}\s?${CURRENCY}`, "gu");

/** A text with amounts in it, as formatAmount writes them: a browser that translates the page leaves them as they are. */
export function WithAmounts({ children }: { children: string }) {
  return <WithValues text={children} values={children.match(AMOUNTS) ?? []} />;
}
