import type { EndingVerb } from "#lib/contracts/orders/orderState.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import { isRefusedOnTheWay } from "#lib/orders/lines/refusedOnTheWay.ts";
import { attachMessage } from "#lib/orders/lines/attachMessage.ts";
import { backoffMs, UNCONFIRMED_BUDGET } from "./backoff.ts";
import { classifyFailure } from "./classifyAttempt.ts";
import { sendableSince, type OrderRecord } from "./orderRecord.ts";
import { isAnotherOrder } from "./isAnotherOrder.ts";
import { mergeReport, noteStray, addToAlarm } from "./mergeReport.ts";
import { CATCH_UP, nextPollAt } from "./pollTimes.ts";
import type { OrderReport } from "./orderReport.ts";
import { deadlineAfter, sendingDeadline } from "./sendingDeadline.ts";
import { ENDINGS, isAtService, isSending, STATES } from "./states.ts";
import { isWithheld, offersNow } from "./withheld.ts";

/** What can happen to an order once its intent is durable (docs/architecture.md#the-life-of-an-order). */
export type OrderEvent =
  | { kind: "attempt_started" }
  | { kind: "attempt_accepted"; report: OrderReport }
  | { kind: "attempt_failed"; failure: ServiceFailure }
  /** The attempt's lease expired, or its process died: its outcome is unknown. */
  | { kind: "attempt_lost" }
  | { kind: "poll_answered"; report: OrderReport }
  | { kind: "poll_not_found" }
  | { kind: "poll_failed"; failure: ServiceFailure }
  /** Before the first attempt: the typed order reference belongs to another order at the service. */
  | { kind: "code_taken" }
  /** Before the first attempt: the service could not be asked about the typed order reference. */
  | { kind: "code_not_checked"; failure: ServiceFailure }
  /** The time limit for sending the order is over, and nothing was sent. */
  | { kind: "budget_spent" }
  /** Another member approves an order that waits for approval: it may be sent. */
  | { kind: "approved" }
  /** A person finds that an answer that is not what was confirmed is about this order all the same. */
  | { kind: "answer_accepted" }
  /** A person ends the order, if its state offers that. */
  | { kind: "ended"; verb: EndingVerb };

/** The inputs from outside: the clock, the service's clock minus ours in milliseconds, and a random number in [0, 1). */
export type TransitionContext = { now: Instant; skewMs: number; random: number };

const NO_CODE = "The service calls the order complete, but no code was found in its answers.";
const MISSING = "The service no longer finds this order.";
/** A poll that is this old may have come before the service had the order: another one is made at once. */
const POLL_IS_OLD = MINUTE;
/** Polls that our own rate limiter refused are spread over this time, once it allows calls again. */
const REFUSED_SPREAD = 5 * SECOND;
/** Without a connection, an order is tried again within this time. */
const UNREACHABLE_WAIT = MINUTE;

/**
 * The whole state machine: how an event changes an order, and when the order is due next. Pure and total; an event that has no
 * meaning in a state changes nothing.
 */
export function transition(record: OrderRecord, event: OrderEvent, context: TransitionContext): OrderRecord {
  switch (event.kind) {
    case "attempt_started":
      return started(record);
    case "attempt_accepted":
      return scheduled(mergeReport(record, event.report, context.now), context);
    case "attempt_failed":
      return failedAttempt(record, event.failure, context);
    case "attempt_lost":
      return isSending(record.state) ? unconfirmed(record, context, null) : record;
    case "poll_answered":
      // The service cannot have what never left us: the order with this code is somebody else's.
      if (isKnownUnsent(record)) return scheduled(polled(record, context.now), context);
      if (isStray(record, event.report))
        return scheduled(polled(noteStray(record, event.report), context.now), context);
      return scheduled(
        withNoCodeAlarm(polled(mergeReport(record, event.report, context.now), context.now)),
        context,
      );
    case "poll_not_found":
      return notFound(polled(record, context.now), context);
    case "poll_failed":
      return pollFailed(record, event.failure, context);
    case "code_taken":
      return isUnsent(record) ? codeTaken(record, context.now) : record;
    case "code_not_checked":
      return isUnsent(record) ? waiting(record, event.failure, context) : record;
    case "budget_spent":
      return budgetSpent(record, context);
    case "approved":
      return approved(record, context.now);
    case "answer_accepted":
      return answerAccepted(record, context.now);
    case "ended":
      return ended(record, event.verb, context);
  }
}

/** From here on, it is like any other order that waits for its first attempt. */
function approved(record: OrderRecord, now: Instant): OrderRecord {
  if (record.state !== "awaiting_approval" || record.origin !== "placed") return record;
  return { ...record, state: "waiting", approvedAt: now, nextActionAt: now };
}

/** The service is asked again at once: from here on its answers count, as far as they differ in nothing else. */
function answerAccepted(record: OrderRecord, now: Instant): OrderRecord {
  const { otherOrder } = record;
  if (otherOrder === null || !isWithheld(record)) return record;
  return { ...record, otherOrder: { ...otherOrder, acceptedAt: now }, nextActionAt: now };
}

/** Nothing was bought only if no attempt was ever ambiguous (docs/architecture.md#invariants, 5). */
function ended(record: OrderRecord, verb: EndingVerb, context: TransitionContext): OrderRecord {
  const { endsIn } = ENDINGS[verb];
  const isInDoubt = STATES[endsIn].isNothingBought && record.everAmbiguous;
  if (!offersNow(record, verb) || isInDoubt) return record;
  // It is the id of the order that has our reference.
  const orderId = isWithheld(record) && record.orderId === record.otherOrder?.orderId ? null : record.orderId;
  return scheduled({ ...record, orderId, state: endsIn, finishedAt: context.now }, context);
}

/** True while a POST of this order may still be sent: before the service has it, and before anybody has given it up. */
export function mayAttempt({ origin, state }: Pick<OrderRecord, "state" | "origin">): boolean {
  return origin === "placed" && isSending(state);
}

/** True while an order waits for its very first attempt. */
function isUnsent({ state, attempts, everAmbiguous }: OrderRecord): boolean {
  return state === "waiting" && attempts === 0 && !everAmbiguous;
}

/** True for an order that was confirmed here and that waits for approval, or has ended, before any attempt was begun. */
export function isKnownUnsent({
  origin,
  state,
  attempts,
  everAmbiguous,
}: Pick<OrderRecord, "origin" | "state" | "attempts" | "everAmbiguous">): boolean {
  const { isNothingBought, stage } = STATES[state];
  return origin === "placed" && (isNothingBought || stage === "unsent") && attempts === 0 && !everAmbiguous;
}

/** Not polled any more: a poll by its code would find the other order. */
function codeTaken(record: OrderRecord, now: Instant): OrderRecord {
  return { ...record, state: "rejected", finishedAt: now, nextActionAt: null };
}

function started(record: OrderRecord): OrderRecord {
  if (!mayAttempt(record)) return record;
  // `unconfirmed` is kept until an order is found, whatever else is tried.
  const state = record.state === "unconfirmed" ? record.state : "submitting";
  return { ...record, state, attempts: record.attempts + 1 };
}

function failedAttempt(
  record: OrderRecord,
  failure: ServiceFailure,
  context: TransitionContext,
): OrderRecord {
  if (!isSending(record.state)) return record;
  const outcome = classifyFailure(failure);
  const message = failure.body?.message ?? record.message;
  switch (outcome) {
    case "exists":
      return exists(record, context);
    case "ambiguous":
      return unconfirmed({ ...record, message }, context, failure.retryAfterMs);
    case "throttled":
    case "not_sent":
      return record.everAmbiguous
        ? unconfirmed(record, context, failure.retryAfterMs)
        : waiting({ ...record, message }, failure, context);
    case "refused":
      return record.everAmbiguous
        ? unconfirmed({ ...record, message }, context, failure.retryAfterMs)
        : rejected(record, failure, context.now);
  }
}

/**
 * The service says that the order exists: a poll should find it at once. If a recent poll has just failed to find it, it is
 * treated like any unknown outcome.
 */
function exists(record: OrderRecord, context: TransitionContext): OrderRecord {
  const next = unconfirmed(record, context, null);
  const isFresh = record.lastPollAt !== null && context.now - record.lastPollAt < POLL_IS_OLD;
  return isFresh || next.state !== "unconfirmed" ? next : { ...next, nextActionAt: context.now };
}

/**
 * The reference to poll the order by: its numeric id once that is known, because a code of digits could be the id of another
 * order (docs/service-interface.md §10.4). An order that is no longer found by its id is polled by its code every other time.
 */
export function pollReference(
  record: Pick<OrderRecord, "orderId" | "externalOrderCode" | "alarm" | "polls">,
): string | null {
  const isMissing = record.alarm?.includes(MISSING) ?? false;
  const byCode = isMissing && record.polls % 2 === 1;
  return byCode ? (record.externalOrderCode ?? record.orderId) : (record.orderId ?? record.externalOrderCode);
}

/** True if an order has waited for so long that sending it now would surprise the member who confirmed it. */
export function hasWaitedTooLong(
  record: Pick<OrderRecord, "state" | "everAmbiguous" | "createdAt" | "approvedAt" | "sendBefore">,
  now: Instant,
): boolean {
  const { state, everAmbiguous } = record;
  return state === "waiting" && !everAmbiguous && now >= sendingDeadline(record);
}

/** Whether an answer to a poll by the order's id is about another order, whose outcome must not become ours. */
function isStray(record: OrderRecord, report: OrderReport): boolean {
  const wasAskedById = record.orderId !== null && pollReference(record) === record.orderId;
  return isAtService(record.state) && wasAskedById && isAnotherOrder(record, report);
}

function budgetSpent(record: OrderRecord, context: TransitionContext): OrderRecord {
  return hasWaitedTooLong(record, context.now) ? notPlaced(record, null, context) : record;
}

function rejected(record: OrderRecord, failure: ServiceFailure, now: Instant): OrderRecord {
  return {
    ...record,
    state: "rejected",
    refusal: failure.body,
    refusedLines:
      failure.body === null || isRefusedOnTheWay(failure.body)
        ? []
        : attachMessage(failure.body.message, record.lines),
    finishedAt: now,
    nextActionAt: null,
  };
}

function waiting(before: OrderRecord, failure: ServiceFailure, context: TransitionContext): OrderRecord {
  const record = { ...before, sendBefore: deadlineAfter(before, context.now, failure.retryAfterMs) };
  const end = sendingDeadline(record);
  if (context.now >= end) return notPlaced(record, failure.body, context);
  const wait = backoffMs(record.attempts, failure.retryAfterMs, context.random);
  // No later than the end of the time limit, when it is given up; the rate limiter observes Retry-After.
  return { ...record, state: "waiting", nextActionAt: Math.min(context.now + wait, end) };
}

function notPlaced(
  record: OrderRecord,
  refusal: OrderRecord["refusal"],
  context: TransitionContext,
): OrderRecord {
  return scheduled({ ...record, state: "not_placed", refusal, finishedAt: context.now }, context);
}

function unconfirmed(
  record: OrderRecord,
  context: TransitionContext,
  retryAfterMs: number | null,
): OrderRecord {
  const known = { ...record, everAmbiguous: true };
  if (context.now - sendableSince(record) >= UNCONFIRMED_BUDGET) {
    const reviewed: OrderRecord = { ...known, state: "needs_review" };
    return { ...reviewed, nextActionAt: nextPollAt(reviewed, context.now, context.skewMs) };
  }
  // Polls count too: a service that is down is not called every few seconds for an hour.
  const wait = backoffMs(Math.max(record.attempts, record.polls), retryAfterMs, context.random);
  return { ...known, state: "unconfirmed", nextActionAt: context.now + wait };
}

function polled(record: OrderRecord, now: Instant): OrderRecord {
  return { ...record, lastPollAt: now, polls: record.polls + 1 };
}

/** Raises the alarm for an order that was completed some minutes ago and is still without a code: either that is not true, or we do not find its codes. */
function withNoCodeAlarm(record: OrderRecord): OrderRecord {
  const { state, delivered, finishedAt, lastPollAt } = record;
  const lacksCodes = state === "completed" && delivered === null;
  const isLate = finishedAt !== null && lastPollAt !== null && lastPollAt - finishedAt >= CATCH_UP;
  return lacksCodes && isLate ? { ...record, alarm: addToAlarm(record.alarm, [NO_CODE]) } : record;
}

function scheduled(record: OrderRecord, { now, skewMs }: TransitionContext): OrderRecord {
  return { ...record, nextActionAt: nextPollAt(record, now, skewMs) };
}

/** Not proof that the order does not exist: the identical POST of an `unconfirmed` order is repeated, which is idempotent. */
function notFound(record: OrderRecord, context: TransitionContext): OrderRecord {
  if (record.state === "unconfirmed") return unconfirmed(record, context, null);
  if (isAbsent(record, context.now)) return { ...record, nextActionAt: null };
  const missing =
    record.placedAt !== null && context.now - record.placedAt > CATCH_UP && record.state !== "needs_review";
  const alarm = missing ? addToAlarm(record.alarm, [MISSING]) : record.alarm;
  return scheduled({ ...record, alarm }, context);
}

/** True if a 404 has proved that the service never made this order. */
function isAbsent({ state, finishedAt }: OrderRecord, now: Instant): boolean {
  return STATES[state].poll === "until_absent" && finishedAt !== null && now - finishedAt >= CATCH_UP;
}

function pollFailed(before: OrderRecord, failure: ServiceFailure, context: TransitionContext): OrderRecord {
  const record = hasLeftUs(failure)
    ? polled(before, context.now)
    : // Nothing was sent: the cadence continues from the last real poll.
      { ...before, polls: before.polls + 1 };
  if (record.state === "unconfirmed") return unconfirmed(record, context, failure.retryAfterMs);
  const { nextActionAt } = scheduled(record, context);
  if (nextActionAt === null) return { ...record, nextActionAt };
  return {
    ...record,
    nextActionAt: Math.max(nextActionAt, context.now + Math.round(postponement(failure, context.random))),
  };
}

/** False if no byte of a call was sent: refused by our own rate limiter, or no connection. */
function hasLeftUs({ kind, statusCode }: ServiceFailure): boolean {
  return statusCode !== null || (kind !== "throttled" && kind !== "not_sent");
}

/** The shortest time to wait, in milliseconds. Spread if nothing was sent, so that not all orders come back at once. */
function postponement(failure: ServiceFailure, random: number): number {
  const asked = failure.retryAfterMs ?? 0;
  if (hasLeftUs(failure)) return asked;
  if (failure.kind === "throttled") return asked + random * REFUSED_SPREAD;
  return Math.max(asked, UNREACHABLE_WAIT * (0.5 + random / 2));
}
