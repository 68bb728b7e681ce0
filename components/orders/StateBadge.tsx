import { Badge } from "#components/ui/display/Badge.tsx";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";

export function StateBadge({ state }: { state: OrderState }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
