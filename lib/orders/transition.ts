import type { ServiceFailure } from "../contracts/serviceFailure.ts";
import { MINUTE, type Instant } from "../time/instant.ts";
import { attachMessage } from "./attachMessage.ts";
import { backoffMs, UNCONFIRMED_BUDGET, WAITING_BUDGET } from "./backoff.ts";
import { classifyFailure } from "./classifyAttempt.ts";
import type { OrderFacts } from "./facts.ts";
import { mergeSighting } from "./mergeSighting.ts";
import { nextLookAt } from "./pollTimes.ts";
import type { OrderSighting } from "./sighting.ts";

/** What can happen to an order once its intent is durable (DESIGN, section 3). */
export type OrderEvent =
  | { kind: "attempt_started" }
  | { kind: "attempt_accepted"; sighting: OrderSighting }
  | { kind: "attempt_failed"; failure: ServiceFailure }
  /** The attempt's lease ran out, or its process died: nobody knows what became of it. */
  | { kind: "attempt_lost" }
  | { kind: "sighted"; sighting: OrderSighting }
  | { kind: "not_found" }
  | { kind: "look_failed"; failure: ServiceFailure }
  | { kind: "closed" };

/** What the outside world adds: the clock, the service's clock minus ours in milliseconds, a number in [0, 1). */
export type Surroundings = { now: Instant; skewMs: number; random: number };

/** How long a 404 after an acceptance may be a service that has not caught up (reading notes, 11). */
const CATCH_UP = 10 * MINUTE;

/**
 * The whole state machine: what an order becomes by an event, and when it is to be acted on next. Pure and total; an
 * event that means nothing in a state changes nothing.
 */
export function transition(facts: OrderFacts, event: OrderEvent, around: Surroundings): OrderFacts {
  switch (event.kind) {
    case "attempt_started":
      return started(facts);
    case "attempt_accepted":
      return scheduled(mergeSighting(facts, event.sighting, around.now), around);
    case "attempt_failed":
      return failedAttempt(facts, event.failure, around);
    case "attempt_lost":
      return hasLeft(facts) ? unconfirmed(facts, around, null) : facts;
    case "sighted":
      return scheduled(looked(mergeSighting(facts, event.sighting, around.now), around.now), around);
    case "not_found":
      return notFound(looked(facts, around.now), around);
    case "look_failed":
      return lookFailed(looked(facts, around.now), event.failure, around);
    case "closed":
      return facts.state === "needs_review" ? { ...facts, state: "closed", nextActionAt: null } : facts;
  }
}

/** True while a POST of this order may still be sent: before the service has it, and before anybody gave up. */
export function mayAttempt(facts: Pick<OrderFacts, "state" | "origin">): boolean {
  return facts.origin === "placed" && hasLeft(facts);
}

function hasLeft({ state }: Pick<OrderFacts, "state">): boolean {
  return state === "submitting" || state === "waiting" || state === "unconfirmed";
}

function started(facts: OrderFacts): OrderFacts {
  if (!mayAttempt(facts)) return facts;
  // `unconfirmed` is sticky until an order is found, whatever else is tried.
  const state = facts.state === "unconfirmed" ? facts.state : "submitting";
  return { ...facts, state, attempts: facts.attempts + 1 };
}

function failedAttempt(facts: OrderFacts, failure: ServiceFailure, around: Surroundings): OrderFacts {
  if (!hasLeft(facts)) return facts;
  const outcome = classifyFailure(failure);
  const message = failure.body?.message ?? facts.message;
  switch (outcome) {
    case "accepted":
      return facts;
    case "exists":
      return { ...unconfirmed(facts, around, null), nextActionAt: around.now };
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

function rejected(facts: OrderFacts, failure: ServiceFailure, now: Instant): OrderFacts {
  return {
    ...facts,
    state: "rejected",
    refusal: failure.body,
    refusedLines: failure.body === null ? [] : attachMessage(failure.body.message, facts.lines),
    finishedAt: now,
    nextActionAt: null,
  };
}

function waiting(facts: OrderFacts, failure: ServiceFailure, around: Surroundings): OrderFacts {
  const spent = around.now - facts.createdAt >= WAITING_BUDGET;
  if (spent) {
    return {
      ...facts,
      state: "not_placed",
      refusal: failure.body,
      finishedAt: around.now,
      nextActionAt: null,
    };
  }
  const wait = backoffMs(facts.attempts, failure.retryAfterMs, around.random);
  return { ...facts, state: "waiting", nextActionAt: around.now + wait };
}

function unconfirmed(facts: OrderFacts, around: Surroundings, retryAfterMs: number | null): OrderFacts {
  const known = { ...facts, everAmbiguous: true };
  if (around.now - facts.createdAt >= UNCONFIRMED_BUDGET) {
    const reviewed: OrderFacts = { ...known, state: "needs_review" };
    return { ...reviewed, nextActionAt: nextLookAt(reviewed, around.now, around.skewMs) };
  }
  const wait = backoffMs(facts.attempts, retryAfterMs, around.random);
  return { ...known, state: "unconfirmed", nextActionAt: around.now + wait };
}

function looked(facts: OrderFacts, now: Instant): OrderFacts {
  return { ...facts, lastLookAt: now, looks: facts.looks + 1 };
}

function scheduled(facts: OrderFacts, { now, skewMs }: Surroundings): OrderFacts {
  return { ...facts, nextActionAt: nextLookAt(facts, now, skewMs) };
}

/** Not proof that the order does not exist: an `unconfirmed` one is POSTed again, identically, which is idempotent. */
function notFound(facts: OrderFacts, around: Surroundings): OrderFacts {
  if (facts.state === "unconfirmed") return unconfirmed(facts, around, null);
  const missing =
    facts.placedAt !== null && around.now - facts.placedAt > CATCH_UP && facts.state !== "needs_review";
  const alarm = missing ? "The service no longer finds this order." : facts.alarm;
  return scheduled({ ...facts, alarm }, around);
}

function lookFailed(facts: OrderFacts, failure: ServiceFailure, around: Surroundings): OrderFacts {
  if (facts.state === "unconfirmed") return unconfirmed(facts, around, failure.retryAfterMs);
  const next = scheduled(facts, around);
  if (next.nextActionAt === null || failure.retryAfterMs === null) return next;
  return { ...next, nextActionAt: Math.max(next.nextActionAt, around.now + failure.retryAfterMs) };
}
