import "server-only";
import type { CodesPage, RevealRequest } from "#lib/contracts/codes.ts";
import { recordAudit } from "#server/audit/record.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { DeskError } from "#server/context/errors.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { hasCodes } from "#server/orders/ledger/orderView.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";

/**
 * Shows delivered codes, read from the service for this moment only. The audit record is committed first: if it cannot be
 * written, nothing is shown. Throws `forbidden`, `not-found`, `conflict` (nothing delivered), or the service's trouble.
 */
export async function revealCodes(
  request: DeskRequest,
  input: RevealRequest & { reference: string },
): Promise<CodesPage> {
  requirePermission(request, "codes.reveal");
  const { reference } = input;
  const row = await findByReference(request.db, request.environment, reference);
  if (row === null)
    throw new DeskError("not-found", `Order ${reference} is not known here. Open its page first.`);
  const ownReference = row.orderId ?? row.externalOrderCode;
  if (ownReference === null || !(await hasCodes(request.db, row))) {
    throw new DeskError(
      "conflict",
      "The service shows no codes of this order yet. They appear here once it does.",
    );
  }
  const service = requireService(request);
  await request.db.transaction((tx) =>
    recordAudit(tx, {
      at: request.clock.now(),
      environment: row.environment,
      actorId: request.actor.id,
      action: "codes.revealed",
      orderRow: row.id,
      details: {
        first: input.skip + 1,
        count: Math.max(0, Math.min(input.take, (row.delivered ?? input.take) - input.skip)),
        reason: input.reason ?? null,
      },
    }),
  );
  const answer = await service.readOrder(ownReference, { orderRow: row.id });
  if (!answer.ok) throw serviceCallError(answer.failure);
  const { codes, report } = answer.value;
  const another =
    (row.orderId !== null && report.orderId !== null && report.orderId !== row.orderId) ||
    (row.origin === "placed" &&
      report.externalOrderCode !== null &&
      report.externalOrderCode !== row.externalOrderCode);
  if (another) {
    throw new DeskError(
      "service-failed",
      "The service answered with another order. No code is shown; tell the service's support.",
    );
  }
  await request.db.transaction((tx) => rememberFingerprints(tx, request, row, codes));
  return { items: codes.slice(input.skip, input.skip + input.take), total: codes.length };
}
