import "server-only";
import { mergeSighting } from "#lib/orders/mergeSighting.ts";
import { nextLookAt } from "#lib/orders/pollTimes.ts";
import { recordAudit } from "#server/audit/record.ts";
import { rememberFingerprints } from "#server/codes/rememberFingerprints.ts";
import type { DeskRequest } from "#server/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import { readSkew } from "#server/gate/databaseGate.ts";
import type { OrderReading } from "#server/service/client.ts";
import { factColumns, findByReference, UNKNOWN, type OrderRow } from "./ledgerRow.ts";

/**
 * Keeps an order that was placed elsewhere and found by its reference: in the ledger from then on, marked as found
 * (reading notes, 13). Finding it twice at once keeps one.
 */
export async function adoptFound(
  request: DeskRequest,
  reference: string,
  reading: OrderReading,
): Promise<OrderRow> {
  const { environment } = request;
  const now = request.clock.now();
  const skewMs = await readSkew(request, environment);
  const { sighting, codes } = reading;
  // A bare answer names neither reference: then what was asked for is the only name there is.
  const unnamed = sighting.orderId === null && sighting.externalOrderCode === null;
  const blank = {
    ...UNKNOWN,
    environment,
    origin: "found" as const,
    state: "processing" as const,
    externalOrderCode: unnamed || sighting.orderId !== reference ? reference : null,
    lines: sighting.lines.flatMap(({ productId, quantity, price }) =>
      productId === null ? [] : [{ productId, productName: null, quantity, price, countryCode: null }],
    ),
    lastLookAt: now,
    looks: 1,
    createdAt: now,
  };
  const facts = mergeSighting(blank, sighting, now);
  return request.db.transaction(async (tx) => {
    const known = sighting.orderId ?? sighting.externalOrderCode;
    const existing = known === null ? null : await findByReference(tx, environment, known);
    if (existing !== null) return existing;
    const [row] = await tx
      .insert(orders)
      .values({
        ...blank,
        ...factColumns(facts),
        nextActionAt: nextLookAt(facts, now, skewMs),
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) {
      const other = await findByReference(tx, environment, facts.externalOrderCode ?? reference);
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
      details: { reference, status: sighting.statusName },
    });
    await rememberFingerprints(tx, request, row, codes);
    return row;
  });
}
