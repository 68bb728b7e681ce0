import type { Settings } from "#server/config/env.ts";
import { trouble, type Finding } from "./finding.ts";

/** Whether orders are sent at all. */
export function examineOrders({ holdsOrders }: Pick<Settings, "holdsOrders">): Finding[] {
  if (!holdsOrders) return [];
  return [
    trouble(
      "Orders: none is sent or worked on, because HOLD_ORDERS is on: look at the orders that wait, then start without it (docs/operations.md, Backup and restore).",
    ),
  ];
}
