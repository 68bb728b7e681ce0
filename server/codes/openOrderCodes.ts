import "server-only";
import { ANOTHER_ORDER } from "#lib/orders/lifecycle/mergeReport.ts";
import { isWithheld } from "#lib/orders/lifecycle/withheld.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { hasCodes } from "#server/orders/ledger/orderView.ts";
import type { ServiceClient } from "#server/serviceClient/client.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";

/** An order whose codes this member may see now, and how to read them. */
export type CodesToOpen = { row: OrderRow; reference: string; service: ServiceClient };

/**
 * Checks everything that is required before codes of an order are shown in any form.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `conflict` (nothing delivered), `not-configured`.
 */
export async function openOrderCodes(request: MemberRequest, reference: string): Promise<CodesToOpen> {
  requirePermission(request, "codes.reveal");
  await requireRecentSignIn(request);
  const row = await findByReference(request.db, request.environment, reference);
  if (row === null)
    throw new AppError("not-found", `Order ${reference} is not in Codedesk yet. Open its page first.`);
  return openKnownOrder(request, row);
}

/** The same for an order that was already read, after the member's permission was checked. */
export async function openKnownOrder(request: MemberRequest, row: OrderRow): Promise<CodesToOpen> {
  if (isWithheld(row)) throw anotherOrder();
  const ownReference = row.orderId ?? row.externalOrderCode;
  if (ownReference === null || !(await hasCodes(request.db, row))) {
    throw new AppError(
      "conflict",
      "The service shows no codes of this order yet. They appear here once it does.",
    );
  }
  return { row, reference: ownReference, service: requireService(request) };
}

/** What a member is told instead of codes that may be another order's. */
export function anotherOrder(): AppError {
  return new AppError(
    "conflict",
    `${ANOTHER_ORDER} No code is shown until somebody has decided on the order's page whose it is.`,
  );
}
