import "server-only";
import { pollReference, type OrderEvent } from "#lib/orders/lifecycle/transition.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";
import type { Program } from "#server/context/context.ts";
import type { ServiceAnswer } from "#server/service/client.ts";
import type { OrderAnswer } from "#server/service/readers/answers.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import { underLease } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { retryDatabaseWrite } from "./retryDatabaseWrite.ts";

/** What a look-up said, and the row after it; the row is null when the lease was lost on the way. */
export type Look = { row: OrderRow | null; heard: "sighted" | "not_found" | "look_failed" };

/**
 * Looks the order up at the service and takes in what is said. The caller holds the lease; it is kept only where an
 * attempt may follow: an unconfirmed order that the service does not know.
 */
export async function pollOrder(program: Program, leased: OrderRow, actorId?: string): Promise<Look> {
  const service = program.services[leased.environment];
  if (service === undefined) throw new Error(`no service for ${leased.environment}`);
  const reference = pollReference(leased);
  if (reference === null) throw new Error(`order ${leased.id} has no reference`);
  return underLease(program, leased, async () => {
    const answer = await service.readOrder(reference, { orderRow: leased.id });
    return retryDatabaseWrite(program, leased, () => takeIn(program, leased, answer, actorId));
  });
}

async function takeIn(
  program: Program,
  leased: OrderRow,
  answer: ServiceAnswer<OrderAnswer>,
  actorId: string | undefined,
): Promise<Look> {
  const codes = answer.ok ? answer.value.codes : [];
  const event = eventOf(leased, answer);
  const row = await commitEvent(program, leased, {
    event,
    action: "order.state",
    details: answer.ok ? { status: answer.value.report.statusName } : {},
    actorId: actorId ?? null,
    keepLease: leased.state === "unconfirmed" && event.kind === "not_found",
    ...(codes.length === 0 ? {} : { also: (tx, after) => rememberFingerprints(tx, program, after, codes) }),
  });
  return { row, heard: event.kind };
}

type LookEvent = Extract<OrderEvent, { kind: "sighted" | "not_found" | "look_failed" }>;

function eventOf(row: OrderRow, answer: ServiceAnswer<OrderAnswer>): LookEvent {
  if (!answer.ok) {
    return answer.failure.kind === "not_found"
      ? { kind: "not_found" }
      : { kind: "look_failed", failure: answer.failure };
  }
  const { report } = answer.value;
  const told = report.externalOrderCode;
  // Looked up by a code of digits, another order answered whose id those digits are: ours was not found.
  const isAnothers =
    row.origin === "placed" && row.orderId === null && told !== null && told !== row.externalOrderCode;
  return isAnothers ? { kind: "not_found" } : { kind: "sighted", report };
}
