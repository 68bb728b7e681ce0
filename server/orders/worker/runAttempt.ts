import "server-only";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { classifyFailure } from "#lib/orders/lifecycle/classifyAttempt.ts";
import { isAtService, isSending } from "#lib/orders/lifecycle/states.ts";
import { isAccountRefusal } from "#lib/orders/lines/accountRefusal.ts";
import { hasWaitedTooLong, mayAttempt } from "#lib/orders/lifecycle/transition.ts";
import type { Program } from "#server/context/context.ts";
import { findOpenAttempt, type AttemptResult } from "#server/orders/ledger/attempts.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import { underLease } from "#server/orders/ledger/lease.ts";
import { aboutOrder } from "#server/orders/ledger/aboutOrder.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { clearOrderingRefusal, recordOrderingRefusal } from "#server/serviceLimits/orderingRefusal.ts";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";
import { checkCode } from "./checkCode.ts";
import { explainSupplyRefusal } from "./explainSupplyRefusal.ts";
import { trackInFlight } from "./inFlightWork.ts";
import { ownCodes } from "./ownCodes.ts";
import { requireOwnOrder } from "./requireOwnOrder.ts";
import { retryDatabaseWrite } from "./retryDatabaseWrite.ts";

/**
 * Makes one attempt: records it, sends it once, and records its outcome; does nothing while orders are on hold. The caller has
 * the lease. Null when the lease was lost.
 */
export async function runAttempt(program: Program, leased: OrderRow): Promise<OrderRow | null> {
  if (program.holdsOrders === true || !mayAttempt(leased) || leased.body === null) return leased;
  if (hasWaitedTooLong(leased, program.clock.now())) {
    return commitEvent(program, leased, { event: { kind: "budget_spent" } });
  }
  const free = await checkCode(program, leased);
  if (free === null) return null;
  const begun = await commitEvent(program, free, {
    event: { kind: "attempt_started" },
    details: { attempt: free.attempts + 1 },
    effect: { kind: "open_attempt" },
  });
  return begun === null ? null : sendAttempt(program, begun);
}

/** Sends the recorded attempt, unless its lease has run out by then, and records its outcome. */
export async function sendAttempt(program: Program, begun: OrderRow): Promise<OrderRow | null> {
  const service = program.services[begun.environment];
  const { body } = begun;
  if (service === undefined || body === null) throw new Error("an attempt without a service or a body");
  let answeredAt = 0;
  const after = await underLease(program, begun, async (isLeased) => {
    const start = performance.now();
    const call = { ...aboutOrder(begun), attempt: begun.attempts, mayStart: isLeased };
    const answer = await service.placeOrder(body, call);
    answeredAt = performance.now();
    const durationMs = Math.round(answeredAt - start);
    return retryDatabaseWrite(program, begun, () => recordOutcome(program, begun, answer, durationMs));
  });
  if (after === null) return null;
  const remembered = trackInFlight(program.instanceId, rememberOrdering(program, after, answeredAt));
  // Whoever is refused sees at once what it means for all orders; whoever is not need not wait for others to see it.
  if (after.refusal !== null) await remembered;
  return explainSupplyRefusal(program, after);
}

/**
 * Stores for all members whether the service accepts orders of the account. For display only: the outcome of this order is
 * already recorded. Never rejects.
 */
async function rememberOrdering(
  program: Program,
  { id, environment, state, refusal }: OrderRow,
  answeredAt: number,
): Promise<void> {
  try {
    if (isAtService(state)) await clearOrderingRefusal(program, environment, answeredAt);
    else if (refusal !== null && isAccountRefusal(refusal)) {
      await recordOrderingRefusal(program, environment, refusal, answeredAt);
    }
  } catch (error) {
    program.log.error({ order: id, error }, "Could not store whether the service accepts orders");
  }
}

async function recordOutcome(
  program: Program,
  begun: OrderRow,
  given: ServiceAnswer<OrderAnswer>,
  durationMs: number,
): Promise<OrderRow | null> {
  const answer = await requireOwnOrder(program, begun, given);
  const result: AttemptResult = {
    outcome: answer.ok ? "accepted" : classifyFailure(answer.failure),
    durationMs,
    statusCode: answer.ok ? answer.statusCode : answer.failure.statusCode,
    message: answer.ok ? null : messageOf(answer.failure),
  };
  const { message, ...recorded } = result;
  return commitEvent(program, begun, {
    event: answer.ok
      ? { kind: "attempt_accepted", report: answer.value.report }
      : { kind: "attempt_failed", failure: answer.failure },
    details: { attempt: begun.attempts, ...recorded, ...(message === null ? {} : { message }) },
    effect: { kind: "close_attempt", result },
    codes: answer.ok ? ownCodes(begun, answer.value) : [],
  });
}

function messageOf(failure: ServiceFailure): string {
  return failure.body?.message ?? failure.detail;
}

/**
 * An open attempt without a process belongs to one that died or lost its lease: its outcome is unknown. Records that and returns
 * the changed row; null when the lease was lost.
 */
export async function recordLostAttempt(program: Program, leased: OrderRow): Promise<OrderRow | null> {
  // The transaction that closes the attempt also leaves the sending states.
  if (!isSending(leased.state)) return leased;
  const number = await findOpenAttempt(program.db, leased.id);
  if (number === null) return leased;
  return commitEvent(program, leased, {
    event: { kind: "attempt_lost" },
    details: { attempt: number, outcome: "ambiguous", message: "The program stopped before the answer." },
    effect: { kind: "lose_attempt", number },
  });
}
