import { missingQuantity, type OrderRecord } from "./orderRecord.ts";
import { STATES } from "./states.ts";

/**
 * Whether missing codes can be ordered again. Not while the service calls the order complete and they are still asked for: then they are
 * on their way, or there and not found, and would be bought twice. Of a partial order, the service says that they are not there.
 */
export function canReorderMissing(
  order: Pick<OrderRecord, "state" | "delivered" | "ordered">,
  mayStillCome: boolean,
): boolean {
  return missingQuantity(order) > 0 && !(STATES[order.state].codes === "all" && mayStillCome);
}
