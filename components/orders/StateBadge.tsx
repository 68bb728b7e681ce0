import { Badge } from "#components/ui/display/Badge.tsx";
import { STATE_FACES } from "#lib/orders/lifecycle/stateFace.ts";
import type { OrderState } from "#lib/orders/lifecycle/states.ts";

export function StateBadge({ state }: { state: OrderState }) {
  const { word, tone } = STATE_FACES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
