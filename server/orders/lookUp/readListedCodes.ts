import "server-only";
import { groupCodes, type GroupedCodes } from "#lib/codes/groupCodes.ts";
import { differencesFromIntent } from "#lib/orders/lifecycle/compareIntent.ts";
import { isAnotherOrder } from "#lib/orders/lifecycle/isAnotherOrder.ts";
import { isWithheld } from "#lib/orders/lifecycle/withheld.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireService } from "#server/context/requireService.ts";
import { aboutOrder } from "#server/orders/ledger/aboutOrder.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * The codes of an order as the service lists them now, to be compared with one that somebody knows; they are neither shown nor stored.
 * Null if they can't be read. So are those that are withheld or not what was confirmed: they may be another order's.
 * @throws AppError `not-configured`.
 */
export async function readListedCodes(request: MemberRequest, row: OrderRow): Promise<GroupedCodes | null> {
  const service = requireService(request);
  const reference = row.orderId ?? row.externalOrderCode;
  if (reference === null || isWithheld(row)) return null;
  const given = await service.readOrder(reference, aboutOrder(row));
  if (!given.ok) return null;
  const { codes, report } = given.value;
  if (isAnotherOrder(row, report) || differencesFromIntent(row, report).length > 0) return null;
  return groupCodes(codes, row);
}
