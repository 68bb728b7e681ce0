import fc from "fast-check";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import type { OrderRecord } from "./orderRecord.ts";
import type { OrderReport } from "./orderReport.ts";
import { ENDING_VERBS, ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import type { OrderEvent } from "./transition.ts";

/** The moment around which all generated times are. Not a whole second, because those may have been rounded. */
export const NOW = Date.parse("2030-01-01T12:00:00.250Z");

export const BLANK: OrderRecord = {
  environment: "sandbox",
  origin: "placed",
  state: "submitting",
  externalOrderCode: "CD-ABC",
  orderId: null,
  currency: "EUR",
  price: 4_000,
  lines: [{ productId: 12, productName: "P", price: 1_000, quantity: 4, countryCode: "DE" }],
  attempts: 1,
  everAmbiguous: false,
  refusal: null,
  refusedLines: [],
  statusName: null,
  message: null,
  reason: null,
  delivered: null,
  ordered: null,
  estimatedReadyAt: null,
  wallet: null,
  placedAt: null,
  finishedAt: null,
  alarm: null,
  otherOrder: null,
  nextActionAt: NOW,
  lastPollAt: null,
  polls: 0,
  createdAt: NOW,
  approvedAt: null,
  sendBefore: null,
};

export const REPORT: OrderReport = {
  outcome: "processing",
  orderId: "77",
  externalOrderCode: "CD-ABC",
  statusName: "processing",
  estimatedReadyAt: null,
  message: null,
  reason: null,
  delivered: null,
  ordered: null,
  namedOrdered: null,
  currency: null,
  price: null,
  lines: [],
  codeCount: 0,
  codesByProduct: [],
  wallet: null,
};

const moment = fc.integer({ min: NOW - 40 * 86_400_000, max: NOW });
/** The most hostile estimates that a reader accepts. */
const estimate = fc.oneof(moment, fc.constant(NOW + 60_000), fc.constant(8.64e15), fc.constant(0));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

export const anyRecord: fc.Arbitrary<OrderRecord> = fc
  .record({
    state: fc.constantFrom(...ORDER_STATES),
    origin: fc.constantFrom("placed" as const, "found" as const),
    orderId: maybe(fc.constantFrom("77", "78")),
    attempts: fc.integer({ min: 0, max: 40 }),
    everAmbiguous: fc.boolean(),
    delivered: maybe(fc.integer({ min: 0, max: 4 })),
    ordered: maybe(fc.constantFrom(4, 5)),
    reason: maybe(fc.constant("known reason")),
    statusName: maybe(fc.constant("known")),
    estimatedReadyAt: maybe(estimate),
    placedAt: maybe(moment),
    finishedAt: maybe(moment),
    lastPollAt: maybe(moment),
    createdAt: moment,
  })
  .map((given) => {
    // No order enters these states in any other way.
    const isUnknown = given.state === "unconfirmed" || given.state === "needs_review";
    return { ...BLANK, ...given, everAmbiguous: given.everAmbiguous || isUnknown };
  });

export const anyReport: fc.Arbitrary<OrderReport> = fc
  .record({
    outcome: fc.constantFrom(
      "processing" as const,
      "completed" as const,
      "partial" as const,
      "undelivered" as const,
      "unrecognised" as const,
    ),
    orderId: maybe(fc.constantFrom("77", "78")),
    externalOrderCode: maybe(fc.constantFrom("CD-ABC", "other")),
    statusName: maybe(fc.string()),
    estimatedReadyAt: maybe(estimate),
    reason: maybe(fc.string()),
    delivered: maybe(fc.integer({ min: 0, max: 4 })),
    ordered: maybe(fc.constantFrom(4, 5)),
    price: maybe(fc.constantFrom(4_000, 1)),
    currency: maybe(fc.constantFrom("EUR", "USD")),
    codeCount: fc.integer({ min: 0, max: 4 }),
  })
  .map((given) => ({ ...REPORT, ...given }));

export const anyFailure: fc.Arbitrary<ServiceFailure> = fc.record({
  kind: fc.constantFrom("refused", "unauthorised", "not_found", "throttled", "not_sent", "ambiguous"),
  statusCode: maybe(fc.constantFrom(400, 401, 403, 404, 409, 422, 429, 502)),
  body: maybe(
    fc.record({
      statusCode: fc.constantFrom(400, 409, 422, 502),
      error: fc.constant("Bad Request"),
      message: fc.constantFrom(
        "This order has already been placed.",
        "Product 12 is not currently available.",
      ),
    }),
  ),
  retryAfterMs: maybe(fc.integer({ min: 0, max: 3_600_000 })),
  detail: fc.constant("what happened"),
});

export const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.constantFrom<OrderEvent>(
    { kind: "attempt_started" },
    { kind: "attempt_lost" },
    { kind: "poll_not_found" },
    { kind: "code_taken" },
    { kind: "approved" },
    ...ENDING_VERBS.map((verb) => ({ kind: "ended" as const, verb })),
  ),
  anyReport.map((report): OrderEvent => ({ kind: "poll_answered", report })),
  anyReport.map((report): OrderEvent => ({ kind: "attempt_accepted", report })),
  anyFailure.map((failure): OrderEvent => ({ kind: "attempt_failed", failure })),
  anyFailure.map((failure): OrderEvent => ({ kind: "poll_failed", failure })),
  anyFailure.map((failure): OrderEvent => ({ kind: "code_not_checked", failure })),
);

export const anyTransitionContext = fc.record({
  now: fc.integer({ min: NOW, max: NOW + 86_400_000 }),
  skewMs: fc.integer({ min: -3_600_000, max: 3_600_000 }),
  random: fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1_000),
});
