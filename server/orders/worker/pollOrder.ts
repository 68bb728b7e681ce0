import "server-only";
import { isAnotherOrder } from "#lib/orders/lifecycle/isAnotherOrder.ts";
import { isAtService } from "#lib/orders/lifecycle/states.ts";
import { pollReference, type OrderEvent } from "#lib/orders/lifecycle/transition.ts";
import type { Program } from "#server/context/context.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import { underLease } from "#server/orders/ledger/lease.ts";
import { aboutOrder } from "#server/orders/ledger/aboutOrder.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { requireOrder } from "#server/orders/ledger/requireOrder.ts";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";
import { ownCodes } from "./ownCodes.ts";
import { answeredWithAnother } from "./requireOwnOrder.ts";
import { retryDatabaseWrite } from "./retryDatabaseWrite.ts";

const ONLY_DIGITS = /^\d+$/;

type PollEvent = Extract<OrderEvent, { kind: "poll_answered" | "poll_not_found" | "poll_failed" }>;

/** The result of a poll and the row after it; the row is null when the lease was lost. */
export type Poll = { row: OrderRow | null; outcome: PollEvent["kind"] };

/**
 * Asks the service about the order and records its answer. The caller has the lease, which is kept only where an attempt may
 * follow: for an unconfirmed order that the service does not know.
 */
export async function pollOrder(program: Program, leased: OrderRow, actorId?: string): Promise<Poll> {
  const service = program.services[leased.environment];
  if (service === undefined) throw new Error(`no service for ${leased.environment}`);
  const reference = pollReference(leased);
  if (reference === null) throw new Error(`order ${leased.id} has no reference`);
  return underLease(program, leased, async () => {
    const given = await service.readOrder(reference, aboutOrder(leased));
    const answer = isAtService(leased.state) ? given : requireOrder(given);
    return retryDatabaseWrite(program, leased, () => recordAnswer(program, leased, answer, actorId));
  });
}

async function recordAnswer(
  program: Program,
  leased: OrderRow,
  answer: ServiceAnswer<OrderAnswer>,
  actorId: string | undefined,
): Promise<Poll> {
  const event = eventOf(leased, answer);
  const row = await commitEvent(program, leased, {
    event,
    details: answer.ok ? { status: answer.value.report.statusName } : {},
    actorId: actorId ?? null,
    codes: answer.ok && event.kind === "poll_answered" ? ownCodes(leased, answer.value) : [],
  });
  return { row, outcome: event.kind };
}

function eventOf(row: OrderRow, answer: ServiceAnswer<OrderAnswer>): PollEvent {
  if (!answer.ok) {
    return answer.failure.kind === "not_found"
      ? { kind: "poll_not_found" }
      : { kind: "poll_failed", failure: answer.failure };
  }
  const { report } = answer.value;
  if (row.orderId !== null || !isAnotherOrder(row, report)) return { kind: "poll_answered", report };
  // We asked for a code that consists of digits, and the service answered with another order that has these digits as its id:
  // ours was not found.
  if (ONLY_DIGITS.test(row.externalOrderCode ?? "")) return { kind: "poll_not_found" };
  return { kind: "poll_failed", failure: answeredWithAnother(answer.statusCode).failure };
}
