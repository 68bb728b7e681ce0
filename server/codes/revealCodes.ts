import "server-only";
import type { CodesPage, RevealRequest } from "#lib/contracts/codes.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { DeskError } from "#server/context/errors.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { hasCodes } from "#server/orders/ledger/orderView.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";
import type { ServiceClient } from "#server/service/client.ts";
import { readDelivered } from "./readDelivered.ts";
import { requireRecentSignIn } from "./requireRecentSignIn.ts";
import { spendRevealBudget } from "./revealBudget.ts";

/**
 * Shows delivered codes, read from the service for this moment only. The audit record is committed first: if it cannot be
 * written, nothing is shown.
 * @throws DeskError `forbidden`, `reauthentication-required`, `not-found`, `conflict` (nothing delivered), `too-many` (over the
 * hour's budget), or the failure of the service's call.
 */
export async function revealCodes(
  request: DeskRequest,
  input: RevealRequest & { reference: string },
): Promise<CodesPage> {
  requirePermission(request, "codes.reveal");
  await requireRecentSignIn(request);
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
  const announced = Math.max(0, Math.min(input.take, (row.delivered ?? input.take) - input.skip));
  await request.db.transaction(async (tx) => {
    await spendRevealBudget(tx, request, announced);
    await recordAudit(tx, {
      at: request.clock.now(),
      environment: row.environment,
      actorId: request.actor.id,
      action: "codes.revealed",
      orderRow: row.id,
      details: { first: input.skip + 1, count: announced, reason: input.reason ?? null },
    });
  });
  let sent = 0;
  try {
    const page = await readPage(request, service, row, ownReference, input);
    sent = page.items.length;
    return page;
  } finally {
    // The record before says what was about to be shown; where that was not so, this one says what was.
    if (sent !== announced) await recordCount(request, row, announced, sent);
  }
}

async function readPage(
  request: DeskRequest,
  service: ServiceClient,
  row: OrderRow,
  reference: string,
  { skip, take }: RevealRequest,
): Promise<CodesPage> {
  const { codes, report } = await readDelivered(request, service, { orderRow: row.id, reference });
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
  return { items: codes.slice(skip, skip + take), total: codes.length };
}

async function recordCount(
  request: DeskRequest,
  row: OrderRow,
  announced: number,
  count: number,
): Promise<void> {
  await request.db.transaction((tx) =>
    recordAudit(tx, {
      at: request.clock.now(),
      environment: row.environment,
      actorId: request.actor.id,
      action: "codes.counted",
      orderRow: row.id,
      details: { announced, count },
    }),
  );
}
