import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Badge } from "#components/ui/display/Badge.tsx";

export type StateBadgeProps = { state: OrderState; delivered?: number | null; ordered?: number | null };

/** Larger numbers leave no room for a word in the columns of lists. */
const LARGE = 1_000;

/** The state of an order. If both numbers are known, "37 of 50 delivered" says more than "Partial". */
export function StateBadge({ state, delivered = null, ordered = null }: StateBadgeProps) {
  const { word, tone, codes } = STATES[state];
  const isCounted = codes === "some" && delivered !== null && ordered !== null;
  if (!isCounted) return <Badge tone={tone}>{word}</Badge>;
  const counts = `${formatCount(delivered)} of ${formatCount(ordered)}`;
  return <Badge tone={tone}>{ordered < LARGE ? `${counts} delivered` : counts}</Badge>;
}
