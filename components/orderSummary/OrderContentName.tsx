import { describeOrder, otherProducts, type OrderContent } from "#lib/text/describeOrder.ts";
import { NameWithEnd } from "./NameWithEnd.tsx";

/** What was ordered; on a phone, the end of a long name or the number of other products stays in sight. */
export function OrderContentName({ order }: { order: OrderContent }) {
  return <NameWithEnd name={describeOrder(order)} end={otherProducts(order)} />;
}
