import "server-only";
import { mergeReport } from "#lib/orders/lifecycle/mergeReport.ts";
import { nextPollAt } from "#lib/orders/lifecycle/pollTimes.ts";
import { recordAudit } from "#server/audit/record.ts";
import { rememberFingerprints } from "./rememberFingerprints.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import { readClockSkew } from "#server/serviceLimits/clockSkew.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";
import { recordColumns, findByReference, UNKNOWN, type OrderRow } from "./ledgerRow.ts";

/**
 * Adds an order to the ledger that was placed elsewhere and found by its reference, with the origin `found`
 * (docs/service-interface.md §10.13). Two concurrent look-ups add it once.
 */
export async function adoptFound(
  request: MemberRequest,
  reference: string,
  answer: OrderAnswer,
): Promise<OrderRow> {
  const { environment } = request;
  const now = request.clock.now();
  const skewMs = await readClockSkew(request, environment);
  const { report, codes } = answer;
  // The answer may contain neither reference; then the one that we asked for is the only one we know.
  const unnamed = report.orderId === null && report.externalOrderCode === null;
  const blank = {
    ...UNKNOWN,
    environment,
    origin: "found" as const,
    state: "processing" as const,
    externalOrderCode: unnamed || report.orderId !== reference ? reference : null,
    lines: report.lines.flatMap(({ productId, quantity, price }) =>
      productId === null ? [] : [{ productId, productName: null, quantity, price, countryCode: null }],
    ),
    lastPollAt: now,
    polls: 1,
    createdAt: now,
  };
  const record = mergeReport(blank, report, now);
  return request.db.transaction(async (tx) => {
    const known = report.orderId ?? report.externalOrderCode;
    const existing = known === null ? null : await findByReference(tx, environment, known);
    if (existing !== null) return existing;
    const [row] = await tx
      .insert(orders)
      .values({
        ...blank,
        ...recordColumns(record),
        nextActionAt: nextPollAt(record, now, skewMs),
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) {
      const other = await findByReference(tx, environment, record.externalOrderCode ?? reference);
      if (other === null) throw new Error("an order that was just found is gone");
      return other;
    }
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: request.actor.id,
      action: "order.found",
      orderRow: row.id,
      toState: row.state,
      details: { reference, status: report.statusName },
    });
    await rememberFingerprints(tx, request, row, codes);
    return row;
  });
}
