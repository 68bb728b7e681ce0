import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import { attachMessage } from "#lib/orders/lines/attachMessage.ts";
import { backoffMs, UNCONFIRMED_BUDGET, WAITING_BUDGET } from "./backoff.ts";
import { classifyFailure } from "./classifyAttempt.ts";
import type { OrderRecord } from "./orderRecord.ts";
import { mergeReport, raised } from "./mergeReport.ts";
import { nextLookAt } from "./pollTimes.ts";
import type { OrderReport } from "./orderReport.ts";
import { isSending } from "./states.ts";

/** What can happen to an order once its intent is durable (docs/architecture.md#the-life-of-an-order). */
export type OrderEvent =
  | { kind: "attempt_started" }
  | { kind: "attempt_accepted"; report: OrderReport }
  | { kind: "attempt_failed"; failure: ServiceFailure }
  /** The attempt's lease ran out, or its process died: nobody knows what became of it. */
  | { kind: "attempt_lost" }
  | { kind: "sighted"; report: OrderReport }
  | { kind: "not_found" }
  | { kind: "look_failed"; failure: ServiceFailure }
  /** The time in which it was to get through is over; nothing was sent since. */
  | { kind: "budget_spent" }
  | { kind: "closed" };

/** What the outside world adds: the clock, the service's clock minus ours in milliseconds, a number in [0, 1). */
export type TransitionContext = { now: Instant; skewMs: number; random: number };

/** How long a 404 after an acceptance may be a service that has not caught up (docs/service-interface.md §10.11). */
const CATCH_UP = 10 * MINUTE;
const MISSING = "The service no longer finds this order.";
/** A look this long ago may have been before the service had the order: worth another at once. */
const LOOK_IS_OLD = MINUTE;
/** Looks that our own gate held back come over this time, once it lets calls through again. */
const HELD_SPREAD = 5 * SECOND;
/** Without a connection, an order is tried again within this time. */
const UNREACHABLE_WAIT = MINUTE;

/**
 * The whole state machine: what an order becomes by an event, and when it is to be acted on next. Pure and total; an
 * event that means nothing in a state changes nothing.
 */
export function transition(facts: OrderRecord, event: OrderEvent, around: TransitionContext): OrderRecord {
  switch (event.kind) {
    case "attempt_started":
      return started(facts);
    case "attempt_accepted":
      return scheduled(mergeReport(facts, event.report, around.now), around);
    case "attempt_failed":
      return failedAttempt(facts, event.failure, around);
    case "attempt_lost":
      return isSending(facts.state) ? unconfirmed(facts, around, null) : facts;
    case "sighted":
      return scheduled(looked(mergeReport(facts, event.report, around.now), around.now), around);
    case "not_found":
      return notFound(looked(facts, around.now), around);
    case "look_failed":
      return lookFailed(facts, event.failure, around);
    case "budget_spent":
      return budgetSpent(facts, around);
    case "closed":
      return facts.state === "needs_review" ? { ...facts, state: "closed", nextActionAt: null } : facts;
  }
}

/** True while a POST of this order may still be sent: before the service has it, and before anybody gave up. */
export function mayAttempt({ origin, state }: Pick<OrderRecord, "state" | "origin">): boolean {
  return origin === "placed" && isSending(state);
}

function started(facts: OrderRecord): OrderRecord {
  if (!mayAttempt(facts)) return facts;
  // `unconfirmed` is sticky until an order is found, whatever else is tried.
  const state = facts.state === "unconfirmed" ? facts.state : "submitting";
  return { ...facts, state, attempts: facts.attempts + 1 };
}

function failedAttempt(facts: OrderRecord, failure: ServiceFailure, around: TransitionContext): OrderRecord {
  if (!isSending(facts.state)) return facts;
  const outcome = classifyFailure(failure);
  const message = failure.body?.message ?? facts.message;
  switch (outcome) {
    case "exists":
      return exists(facts, around);
    case "ambiguous":
      return unconfirmed({ ...facts, message }, around, failure.retryAfterMs);
    case "throttled":
    case "not_sent":
      return facts.everAmbiguous
        ? unconfirmed(facts, around, failure.retryAfterMs)
        : waiting({ ...facts, message }, failure, around);
    case "refused":
      return facts.everAmbiguous
        ? unconfirmed({ ...facts, message }, around, failure.retryAfterMs)
        : rejected(facts, failure, around.now);
  }
}

/** To be found by a look; unless a look just now did not find it: then like any unknown outcome, without haste. */
function exists(facts: OrderRecord, around: TransitionContext): OrderRecord {
  const next = unconfirmed(facts, around, null);
  const isFresh = facts.lastLookAt !== null && around.now - facts.lastLookAt < LOOK_IS_OLD;
  return isFresh || next.state !== "unconfirmed" ? next : { ...next, nextActionAt: around.now };
}

/**
 * What to look the order up by: its numeric id once that is known, because a code of digits could be somebody else's id (docs/service-interface.md §10.4). An order that is no longer found by its id is looked up by its code every other time.
 */
export function pollReference(
  facts: Pick<OrderRecord, "orderId" | "externalOrderCode" | "alarm" | "looks">,
): string | null {
  const isMissing = facts.alarm?.includes(MISSING) ?? false;
  const byCode = isMissing && facts.looks % 2 === 1;
  return byCode ? (facts.externalOrderCode ?? facts.orderId) : (facts.orderId ?? facts.externalOrderCode);
}

/** True when an order has waited for so long that sending it now would surprise whoever confirmed it. */
export function hasWaitedTooLong(
  { state, everAmbiguous, createdAt }: Pick<OrderRecord, "state" | "everAmbiguous" | "createdAt">,
  now: Instant,
): boolean {
  return state === "waiting" && !everAmbiguous && now - createdAt >= WAITING_BUDGET;
}

function budgetSpent(facts: OrderRecord, around: TransitionContext): OrderRecord {
  return hasWaitedTooLong(facts, around.now) ? notPlaced(facts, null, around.now) : facts;
}

function rejected(facts: OrderRecord, failure: ServiceFailure, now: Instant): OrderRecord {
  return {
    ...facts,
    state: "rejected",
    refusal: failure.body,
    refusedLines: failure.body === null ? [] : attachMessage(failure.body.message, facts.lines),
    finishedAt: now,
    nextActionAt: null,
  };
}

function waiting(facts: OrderRecord, failure: ServiceFailure, around: TransitionContext): OrderRecord {
  const end = facts.createdAt + WAITING_BUDGET;
  if (around.now >= end) return notPlaced(facts, failure.body, around.now);
  const wait = backoffMs(facts.attempts, failure.retryAfterMs, around.random);
  // No later than the end of the budget, when it is given up; the gate keeps the floor of Retry-After.
  return { ...facts, state: "waiting", nextActionAt: Math.min(around.now + wait, end) };
}

function notPlaced(facts: OrderRecord, refusal: OrderRecord["refusal"], now: Instant): OrderRecord {
  return { ...facts, state: "not_placed", refusal, finishedAt: now, nextActionAt: null };
}

function unconfirmed(
  facts: OrderRecord,
  around: TransitionContext,
  retryAfterMs: number | null,
): OrderRecord {
  const known = { ...facts, everAmbiguous: true };
  if (around.now - facts.createdAt >= UNCONFIRMED_BUDGET) {
    const reviewed: OrderRecord = { ...known, state: "needs_review" };
    return { ...reviewed, nextActionAt: nextLookAt(reviewed, around.now, around.skewMs) };
  }
  // Looks count too: a service that is down is not asked every few seconds for an hour.
  const wait = backoffMs(Math.max(facts.attempts, facts.looks), retryAfterMs, around.random);
  return { ...known, state: "unconfirmed", nextActionAt: around.now + wait };
}

function looked(facts: OrderRecord, now: Instant): OrderRecord {
  return { ...facts, lastLookAt: now, looks: facts.looks + 1 };
}

function scheduled(facts: OrderRecord, { now, skewMs }: TransitionContext): OrderRecord {
  return { ...facts, nextActionAt: nextLookAt(facts, now, skewMs) };
}

/** Not proof that the order does not exist: an `unconfirmed` one is POSTed again, identically, which is idempotent. */
function notFound(facts: OrderRecord, around: TransitionContext): OrderRecord {
  if (facts.state === "unconfirmed") return unconfirmed(facts, around, null);
  const missing =
    facts.placedAt !== null && around.now - facts.placedAt > CATCH_UP && facts.state !== "needs_review";
  const alarm = missing ? raised(facts.alarm, [MISSING]) : facts.alarm;
  return scheduled({ ...facts, alarm }, around);
}

function lookFailed(before: OrderRecord, failure: ServiceFailure, around: TransitionContext): OrderRecord {
  const facts = hasLeftUs(failure)
    ? looked(before, around.now)
    : // Nothing was looked at: the cadence of looks goes on from the last real one.
      { ...before, looks: before.looks + 1 };
  if (facts.state === "unconfirmed") return unconfirmed(facts, around, failure.retryAfterMs);
  const { nextActionAt } = scheduled(facts, around);
  if (nextActionAt === null) return { ...facts, nextActionAt };
  return {
    ...facts,
    nextActionAt: Math.max(nextActionAt, around.now + Math.round(postponement(failure, around.random))),
  };
}

/** False when no byte of a call went out: held back by our own gate, or no connection. */
function hasLeftUs({ kind, statusCode }: ServiceFailure): boolean {
  return statusCode !== null || (kind !== "throttled" && kind !== "not_sent");
}

/** How long at least, in milliseconds. Spread where nothing went out, so that not all orders come back at once. */
function postponement(failure: ServiceFailure, random: number): number {
  const asked = failure.retryAfterMs ?? 0;
  if (hasLeftUs(failure)) return asked;
  if (failure.kind === "throttled") return asked + random * HELD_SPREAD;
  return Math.max(asked, UNREACHABLE_WAIT * (0.5 + random / 2));
}
