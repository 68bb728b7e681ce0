import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { DeskError } from "#server/context/errors.ts";
import type { OrderRow } from "./ledgerRow.ts";
import { orderView } from "./orderView.ts";

/** How an order answers whoever placed it: a refusal is an error with the service's own words (docs/architecture.md#http-interface). */
export async function answerFor(request: DeskRequest, row: OrderRow): Promise<OrderView> {
  if (row.state !== "rejected") return orderView(request, row);
  const message = row.refusal?.message ?? row.message ?? "The service refused this order.";
  throw new DeskError("rejected", message, {
    ...(row.refusal === null ? {} : { service: row.refusal }),
    lines: row.refusedLines,
    ...(row.externalOrderCode === null ? {} : { existingReference: row.externalOrderCode }),
  });
}
