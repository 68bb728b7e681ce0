import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { STATE_HELP } from "#lib/help/states.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { paths } from "#lib/paths.ts";
import { Explanation } from "./Explanation.tsx";

/** What the state of an order means, beside its badge. */
export function StateHelp({ state }: { state: OrderState }) {
  const { meaning, next, you } = STATE_HELP[state];
  return (
    <Explanation about={STATES[state].word} sentences={[meaning, next, you]} href={paths.help({ state })} />
  );
}
