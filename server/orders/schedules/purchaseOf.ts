import "server-only";
import type { ScheduleContent } from "#lib/contracts/orders/schedules.ts";
import type { OwnerPurchase } from "#server/orders/automation/placeForOwner.ts";
import { SCHEDULE_PERMISSION, type ScheduleRow } from "./scheduleRows.ts";

/** What a schedule orders on a day. */
export function purchaseOf(
  { id, name, environment, ownerId }: ScheduleRow,
  day: string,
  content: ScheduleContent,
): OwnerPurchase {
  const { currency, lines, note, purchaseOrder, tags } = content;
  return {
    environment,
    ownerId,
    automation: { kind: "schedule", id, name },
    permission: SCHEDULE_PERMISSION,
    occasion: day,
    currency,
    lines: lines.map(({ productId, quantity, countryCode, amount, maxPrice }) => ({
      productId,
      quantity,
      maxPrice,
      ...(amount === null ? {} : { price: amount }),
      ...(countryCode === null ? {} : { countryCode }),
    })),
    ...(note.trim() === "" ? {} : { note }),
    ...(purchaseOrder.trim() === "" ? {} : { purchaseOrder }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
