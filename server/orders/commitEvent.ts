import "server-only";
import { and, eq } from "drizzle-orm";
import { transition, type OrderEvent } from "#lib/orders/transition.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program, Transaction } from "#server/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import { readGate } from "#server/gate/databaseGate.ts";
import { factColumns, type OrderRow } from "./ledgerRow.ts";

export type EventCommit = {
  event: OrderEvent;
  /** What the audit record says beside the states. */
  action: string;
  details: Record<string, unknown>;
  /** Null: the program itself. */
  actorId?: string | null;
  /** Kept while more of the same work follows; let go otherwise. */
  keepLease?: boolean;
  /** More that belongs to the same transaction. */
  also?: (tx: Transaction, after: OrderRow) => Promise<void>;
};

/** Events that always leave a record, even when the state stays. */
const ALWAYS_RECORDED = new Set<OrderEvent["kind"]>(["attempt_accepted", "attempt_failed", "attempt_lost"]);

/**
 * Applies an event to an order under its lease: the new facts, the audit record and whatever else belongs to it, in one
 * transaction. Null when the lease was lost: then nothing was written, and whoever holds it now finds out for itself.
 */
export async function commitEvent(
  program: Program,
  leased: OrderRow,
  commit: EventCommit,
): Promise<OrderRow | null> {
  const { skewMs } = await readGate(program.db, leased.environment);
  return program.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, leased.id), eq(orders.fence, leased.fence)))
      .for("update");
    if (before === undefined) return null;
    const now = program.clock.now();
    const facts = transition(before, commit.event, { now, skewMs, random: Math.random() });
    const lease = commit.keepLease === true ? {} : { leaseOwner: null, leaseUntil: null };
    const [after] = await tx
      .update(orders)
      .set({ ...factColumns(facts), ...lease, updatedAt: now })
      .where(eq(orders.id, leased.id))
      .returning();
    if (after === undefined) return null;
    if (isWorthARecord(before, after, commit.event)) {
      await recordAudit(tx, {
        at: now,
        environment: after.environment,
        actorId: commit.actorId ?? null,
        action: commit.action,
        orderRow: after.id,
        fromState: before.state,
        toState: after.state,
        details: { ...commit.details, ...news(before, after) },
      });
    }
    await commit.also?.(tx, after);
    return after;
  });
}

function isWorthARecord(before: OrderRow, after: OrderRow, event: OrderEvent): boolean {
  return (
    ALWAYS_RECORDED.has(event.kind) ||
    before.state !== after.state ||
    before.alarm !== after.alarm ||
    before.delivered !== after.delivered
  );
}

function news(before: OrderRow, after: OrderRow): Record<string, unknown> {
  return {
    ...(after.orderId === before.orderId ? {} : { orderId: after.orderId }),
    ...(after.delivered === before.delivered ? {} : { delivered: after.delivered, ordered: after.ordered }),
    ...(after.alarm === before.alarm ? {} : { alarm: after.alarm }),
    ...(after.reason === before.reason ? {} : { reason: after.reason }),
  };
}
