import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import type { FaultAction } from "#sandbox/http/faults.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Reply, refusal, throttled } from "#sandbox/http/reply.ts";

const LATE_ANSWER_MS = 8_000;
const THROTTLE_SECONDS = 2;

/** How a scenario refuses: with which answer, and how often before it accepts (`first`; without it, always). */
type Refuses = { first?: number; reply: (productId: number) => Reply };

const nothing = { status: 502, body: null };

/** Refusals by scenario; no order is made. */
export const REFUSALS: Partial<Record<Behaviour, Refuses>> = {
  unavailable: { reply: (id) => refusal(422, MESSAGES.unavailable(id)) },
  inactive: { reply: (id) => refusal(400, MESSAGES.inactive(id)) },
  "wrong-country": { reply: (id) => refusal(400, MESSAGES.wrongCountryOrCurrency(id)) },
  "wrong-currency": { reply: (id) => refusal(400, MESSAGES.upstreamCurrency(id)) },
  "price-upstream": { reply: (id) => refusal(400, MESSAGES.upstreamPriceRequired(id)) },
  "price-required": { reply: (id) => refusal(400, MESSAGES.priceRequired(id)) },
  "invalid-order": { reply: () => refusal(400, MESSAGES.invalidOrder) },
  unmapped: { reply: () => refusal(400, MESSAGES.unmapped) },
  "ordering-disabled": { reply: () => refusal(403, MESSAGES.orderingDisabled) },
  "limit-exceeded": { reply: () => refusal(422, MESSAGES.limitExceeded) },
  throttled: { first: 2, reply: () => throttled(THROTTLE_SECONDS) },
  "throttled-always": { reply: () => throttled(THROTTLE_SECONDS) },
  "throttled-date": { first: 1, reply: () => ({ ...throttled(THROTTLE_SECONDS), retryAfter: "date" }) },
  "throttled-bare": { first: 1, reply: () => refusal(429, MESSAGES.rateLimited(THROTTLE_SECONDS)) },
  "down-once": { first: 1, reply: () => refusal(502, MESSAGES.upstreamDown) },
  "down-always": { reply: () => refusal(502, MESSAGES.upstreamDown) },
  "not-created": { first: 1, reply: () => refusal(502, MESSAGES.notCreated) },
  "not-created-always": { reply: () => refusal(502, MESSAGES.notCreated) },
  "reset-before": { first: 1, reply: () => ({ ...nothing, fault: { kind: "reset" } }) },
  "swallowed-once": { first: 1, reply: () => ({ ...nothing, fault: { kind: "hang" } }) },
  redirected: {
    first: 1,
    reply: () => ({
      ...nothing,
      fault: {
        kind: "answer",
        status: 307,
        body: "",
        headers: { location: "https://elsewhere.example/v2/orders" },
      },
    }),
  },
};

const FAULTS_AFTERWARDS: Partial<Record<Behaviour, FaultAction>> = {
  "reset-after": { kind: "reset" },
  "never-answers": { kind: "hang" },
  "late-answer": { kind: "delay", ms: LATE_ANSWER_MS },
  truncated: { kind: "truncate" },
  garbage: {
    kind: "answer",
    status: 202,
    body: "<html>Accepted</html>",
    headers: { "content-type": "text/html" },
  },
};

/** What happens to the answer once the order is made. */
export function afterwards(behaviour: Behaviour | null, reply: Reply): Reply {
  switch (behaviour) {
    case null:
      return reply;
    case "conflict":
      return refusal(409, MESSAGES.duplicateCode);
    case "already-placed":
      return refusal(400, MESSAGES.alreadyPlaced);
    case "down-after":
      return refusal(502, MESSAGES.upstreamDown);
    case "server-error":
      return refusal(500, "Internal server error");
    default: {
      const fault = FAULTS_AFTERWARDS[behaviour];
      return fault === undefined ? reply : { ...reply, fault };
    }
  }
}

/** The answer to a second POST of the same code, if the scenario does not simply return the existing order. Null: it does. */
export function refusalOfRepeat(behaviour: Behaviour | null): Reply | null {
  switch (behaviour) {
    case "conflict":
    case "conflict-on-repeat":
      return refusal(409, MESSAGES.duplicateCode);
    case "already-placed":
      return refusal(400, MESSAGES.alreadyPlaced);
    default:
      return null;
  }
}
