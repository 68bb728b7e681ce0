import { describeInParts, type OrderContent } from "#lib/text/describeOrder.ts";
import { NameWithEnd } from "./NameWithEnd.tsx";

/** What was ordered, as in `describeOrder`; on a phone, the end of a long name or the number of other products stays in sight. */
export function OrderContentName({ order }: { order: OrderContent }) {
  const { first, others } = describeInParts(order);
  return <NameWithEnd name={first} end={others} />;
}
