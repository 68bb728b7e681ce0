import { Badge } from "#components/ui/Badge.tsx";
import { STATE_FACES } from "#lib/orders/stateFace.ts";
import type { OrderState } from "#lib/orders/states.ts";

export function StateBadge({ state }: { state: OrderState }) {
  const { word, tone } = STATE_FACES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
