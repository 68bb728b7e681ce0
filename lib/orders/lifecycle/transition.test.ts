import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import { anyEvent, anyRecord, anyTransitionContext, BLANK, NOW, REPORT } from "./arbitraries.testing.ts";
import { UNCONFIRMED_BUDGET, WAITING_BUDGET } from "./backoff.ts";
import type { OrderRecord } from "./orderRecord.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { isAtService, isInFlight, isSending, STATES } from "./states.ts";
import { mayAttempt, transition, type OrderEvent } from "./transition.ts";

const context = { now: NOW, skewMs: 0, random: 0 };
const failure = (kind: ServiceFailure["kind"], more: Partial<ServiceFailure> = {}): ServiceFailure => ({
  kind,
  statusCode: null,
  body: null,
  retryAfterMs: null,
  detail: "",
  ...more,
});
const refusal = (statusCode: number, message: string) =>
  failure("refused", { statusCode, body: { statusCode, error: "e", message } });
const attempt = (of: Partial<OrderRecord>, with_: ServiceFailure, now = NOW) =>
  transition({ ...BLANK, ...of }, { kind: "attempt_failed", failure: with_ }, { ...context, now });

describe("one attempt", () => {
  it.each([
    ["an acceptance is processing", { kind: "attempt_accepted", report: REPORT }, "processing"],
    ["a 400 is rejected", { kind: "attempt_failed", failure: refusal(400, "no") }, "rejected"],
    ["a 401 is rejected", { kind: "attempt_failed", failure: failure("unauthorised") }, "rejected"],
    ["a 404 is rejected", { kind: "attempt_failed", failure: failure("not_found") }, "rejected"],
    ["a 409 exists: to be found", { kind: "attempt_failed", failure: refusal(409, "exists") }, "unconfirmed"],
    [
      "already placed exists, without the full stop too",
      { kind: "attempt_failed", failure: refusal(400, "This order has already been placed") },
      "unconfirmed",
    ],
    ["a 429 waits", { kind: "attempt_failed", failure: failure("throttled") }, "waiting"],
    ["what was not sent waits", { kind: "attempt_failed", failure: failure("not_sent") }, "waiting"],
    ["a 502 is unknown", { kind: "attempt_failed", failure: failure("ambiguous") }, "unconfirmed"],
    ["a lost attempt is unknown", { kind: "attempt_lost" }, "unconfirmed"],
  ] satisfies [string, OrderEvent, OrderState][])("%s", (_name, event, state) => {
    expect(transition(BLANK, event, context).state).toBe(state);
  });

  it("waits with its first attempt while it is not known whether its reference is free", () => {
    const unsent: OrderRecord = { ...BLANK, state: "waiting", attempts: 0 };
    const event = {
      kind: "code_not_checked",
      failure: failure("throttled", { retryAfterMs: MINUTE }),
    } as const;
    const after = transition(unsent, event, context);
    expect(after).toMatchObject({ state: "waiting", everAmbiguous: false });
    expect(after.nextActionAt).toBeGreaterThanOrEqual(NOW + MINUTE);
    for (const sent of [{ attempts: 1 }, { everAmbiguous: true }, { state: "processing" as const }]) {
      const record = { ...unsent, ...sent };
      expect(transition(record, event, context)).toEqual(record);
    }
  });

  it("already placed under another status code is a refusal like any other", () => {
    expect(attempt({}, refusal(422, "This order has already been placed.")).state).toBe("rejected");
  });

  it("an unknown outcome is sticky: no later refusal or throttling makes it bought or not bought", () => {
    for (const later of [
      refusal(400, "no"),
      failure("throttled"),
      failure("not_sent"),
      failure("unauthorised"),
    ]) {
      const after = attempt({ state: "unconfirmed", everAmbiguous: true }, later);
      expect(after).toMatchObject({ state: "unconfirmed", everAmbiguous: true });
      expect(after.nextActionAt).toBeGreaterThan(NOW);
    }
  });

  it("an order that exists is looked up at once", () => {
    expect(attempt({}, refusal(409, "exists")).nextActionAt).toBe(NOW);
  });

  it("a refusal keeps the service's words, on the line it is about", () => {
    const after = attempt({}, refusal(400, "Product 12 is not currently available."));
    expect(after.refusal?.message).toBe("Product 12 is not currently available.");
    expect(after.refusedLines).toEqual([
      { index: 0, productId: 12, message: "Product 12 is not currently available." },
    ]);
    expect(after).toMatchObject({ nextActionAt: null, finishedAt: NOW });
  });

  it("has half an hour to get through, and is looked up for an hour before a person is asked", () => {
    expect(WAITING_BUDGET).toBe(30 * MINUTE);
    expect(UNCONFIRMED_BUDGET).toBe(60 * MINUTE);
  });

  it("waiting ends as not placed when its budget is spent, and not before", () => {
    const throttled = failure("throttled");
    expect(attempt({}, throttled, NOW + WAITING_BUDGET - 1).state).toBe("waiting");
    expect(attempt({}, throttled, NOW + WAITING_BUDGET)).toMatchObject({
      state: "not_placed",
      finishedAt: NOW + WAITING_BUDGET,
    });
  });

  it("an unknown outcome asks for a person when its budget is spent, and is polled on", () => {
    const before = attempt({}, failure("ambiguous"), NOW + UNCONFIRMED_BUDGET - 1);
    expect(before.state).toBe("unconfirmed");
    const after = attempt({}, failure("ambiguous"), NOW + UNCONFIRMED_BUDGET);
    expect(after.state).toBe("needs_review");
    expect(after.nextActionAt).toBeGreaterThan(NOW + UNCONFIRMED_BUDGET);
  });

  it("an order of which nothing was ever sent is not found at the service, whatever a poll by its code says", () => {
    const ended = { ...BLANK, state: "not_placed" as const, attempts: 0, finishedAt: NOW };
    const answered = { kind: "poll_answered", report: REPORT } as const;
    expect(transition(ended, answered, context)).toMatchObject({ state: "not_placed", orderId: null });
    expect(transition({ ...ended, attempts: 1 }, answered, context).orderId).toBe(REPORT.orderId);
    expect(transition({ ...ended, origin: "found" }, answered, context).orderId).toBe(REPORT.orderId);
  });

  it("an answer about another order says nothing of one that was asked for by its id; of one whose id is wrong it does", () => {
    const placed = { ...BLANK, state: "processing" as const, orderId: "77", placedAt: NOW };
    const report = { ...REPORT, orderId: "78", outcome: "undelivered" as const, reason: "sold out" };
    const answered = { kind: "poll_answered", report } as const;
    const alarm = "The service answered with order ID 78, not 77.";
    expect(transition(placed, answered, context)).toEqual({
      ...placed,
      alarm,
      polls: 1,
      lastPollAt: NOW,
      nextActionAt: NOW + MINUTE,
    });
    // Every other time, it is asked for by its code.
    const missing = transition(
      { ...placed, placedAt: NOW - HOUR, polls: 0 },
      { kind: "poll_not_found" },
      context,
    );
    expect(transition(missing, answered, context)).toMatchObject({ state: "undelivered", orderId: "77" });
  });

  it("a typed code that is another order's ends it unsent, and nobody polls that code", () => {
    const unsent = { ...BLANK, state: "waiting" as const, attempts: 0 };
    const taken = { kind: "code_taken" } as const;
    expect(transition(unsent, taken, context)).toMatchObject({
      state: "rejected",
      finishedAt: NOW,
      nextActionAt: null,
    });
    // Once anything was sent, an order with that code may be ours.
    for (const change of [{ attempts: 1 }, { everAmbiguous: true }, { state: "unconfirmed" as const }]) {
      const sent = { ...unsent, ...change };
      expect(transition(sent, taken, context)).toEqual(sent);
    }
  });

  it("the next attempt is never before Retry-After is over", () => {
    const after = attempt({ attempts: 1 }, failure("throttled", { retryAfterMs: 90_000 }));
    expect(after.nextActionAt).toBe(NOW + 90_000);
    const unknown = attempt({ attempts: 1 }, failure("ambiguous", { retryAfterMs: 90_000 }));
    expect(unknown.nextActionAt).toBe(NOW + 90_000);
  });

  it("starting an attempt counts it, and leaves an unknown outcome unknown", () => {
    const started = { kind: "attempt_started" } as const;
    expect(transition({ ...BLANK, state: "waiting" }, started, context)).toMatchObject({
      state: "submitting",
      attempts: 2,
    });
    expect(transition({ ...BLANK, state: "unconfirmed" }, started, context).state).toBe("unconfirmed");
    expect(transition({ ...BLANK, state: "processing" }, started, context).attempts).toBe(1);
  });
});

describe("one poll", () => {
  const see = (of: Partial<OrderRecord>, report: Partial<typeof REPORT>, now = NOW) =>
    transition(
      { ...BLANK, state: "processing", orderId: "77", placedAt: NOW, ...of },
      { kind: "poll_answered", report: { ...REPORT, ...report } },
      { ...context, now },
    );

  it("completed is the end: the order is not polled again", () => {
    expect(see({}, { outcome: "completed", codeCount: 4 })).toMatchObject({
      state: "completed",
      delivered: 4,
      nextActionAt: null,
      finishedAt: NOW,
      lastPollAt: NOW,
      polls: 1,
    });
  });

  it("completed without a code is polled on for a day, and raises the alarm after some minutes", () => {
    const complete = { outcome: "completed", codeCount: 0, delivered: null } as const;
    const first = see({}, complete);
    expect(first).toMatchObject({ state: "completed", alarm: null, nextActionAt: NOW + 5 * MINUTE });
    const later = see(first, complete, NOW + 15 * MINUTE);
    expect(later.alarm).toBe("The service calls the order complete, but no code was found in its answers.");
    expect(later.nextActionAt).toBe(NOW + 30 * MINUTE);
    expect(see(first, complete, NOW + 10 * MINUTE).alarm).toBe(later.alarm);
    expect(see(first, complete, NOW + 10 * MINUTE - 1).alarm).toBeNull();
    const partial = see({ state: "partial", finishedAt: NOW }, { outcome: "partial" }, NOW + 15 * MINUTE);
    expect(partial.alarm).toBeNull();
    expect(see(later, complete, NOW + 25 * HOUR).nextActionAt).toBeNull();
    expect(see(first, { ...complete, codeCount: 4 }, NOW + 15 * MINUTE)).toMatchObject({
      alarm: null,
      nextActionAt: null,
    });
  });

  it("a poorer answer never takes back what is known, and raises the alarm", () => {
    const after = see(
      { state: "completed", delivered: 4 },
      { outcome: "processing", statusName: "processing" },
    );
    expect(after).toMatchObject({ state: "completed", delivered: 4, statusName: null });
    expect(after.alarm).toContain("“Processing”");
  });

  it("an answer that says nothing erases nothing but the status, which the service no longer gives", () => {
    const known = { estimatedReadyAt: NOW + MINUTE, message: "m", ordered: 4 };
    const bare = { orderId: null, externalOrderCode: null, statusName: null };
    expect(see({ ...known, statusName: "processing" }, bare)).toMatchObject({
      ...known,
      orderId: "77",
      statusName: null,
    });
  });

  it("another order's id, total or currency raises the alarm and changes none of ours", () => {
    expect(see({}, { orderId: "78" })).toMatchObject({ orderId: "77", alarm: expect.stringContaining("78") });
    expect(see({}, { price: 1 })).toMatchObject({ price: 4_000, alarm: expect.stringContaining("total") });
    expect(see({}, { currency: "USD" })).toMatchObject({
      currency: "EUR",
      alarm: expect.stringContaining("currency"),
    });
    expect(see({}, { externalOrderCode: "other" })).toMatchObject({
      externalOrderCode: "CD-ABC",
      alarm: expect.stringContaining("other"),
    });
  });

  it("an order that the service has after all is followed, with the alarm raised", () => {
    const after = see({ state: "not_placed" }, {});
    expect(after.state).toBe("processing");
    expect(after.alarm).toContain("not placed");
  });

  it("a 404 soon after the acceptance is a service that has not caught up", () => {
    const missing = { kind: "poll_not_found" } as const;
    const placed = { ...BLANK, state: "processing" as const, orderId: "77", placedAt: NOW };
    expect(transition(placed, missing, { ...context, now: NOW + MINUTE })).toMatchObject({
      state: "processing",
      alarm: null,
    });
    expect(transition(placed, missing, { ...context, now: NOW + 11 * MINUTE }).alarm).toContain(
      "no longer finds",
    );
  });

  it("a poll that failed is repeated after the gap, or when the service allows", () => {
    const placed = { ...BLANK, state: "processing" as const, placedAt: NOW };
    const failed = (retryAfterMs: number | null) =>
      transition(placed, { kind: "poll_failed", failure: failure("ambiguous", { retryAfterMs }) }, context);
    expect(failed(null).nextActionAt).toBe(NOW + MINUTE);
    expect(failed(5 * MINUTE).nextActionAt).toBe(NOW + 5 * MINUTE);
  });

  it("only an order in review can be closed", () => {
    const close = { kind: "ended", verb: "close" } as const;
    expect(transition({ ...BLANK, state: "needs_review" }, close, context)).toMatchObject({
      state: "closed",
      nextActionAt: null,
    });
    expect(transition({ ...BLANK, state: "processing" }, close, context).state).toBe("processing");
  });
});

describe("whatever happens to whatever order", () => {
  const property = (
    holds: (before: OrderRecord, after: OrderRecord, event: OrderEvent, now: number) => void,
  ) =>
    fc.assert(
      fc.property(anyRecord, anyEvent, anyTransitionContext, (before, event, its) => {
        holds(before, transition(before, event, its), event, its.now);
      }),
      { numRuns: 3_000 },
    );

  it("states only move forward", () => {
    property((before, after) => {
      expect(STATES[after.state].rank).toBeGreaterThanOrEqual(STATES[before.state].rank);
    });
  });

  it("what is known is never erased", () => {
    property((before, after) => {
      expect(after.orderId).toBe(before.orderId ?? after.orderId);
      expect(after.delivered ?? -1).toBeGreaterThanOrEqual(before.delivered ?? -1);
      expect(after.ordered).toBe(before.ordered ?? after.ordered);
      for (const fact of ["reason", "estimatedReadyAt", "placedAt", "finishedAt"] as const) {
        if (before[fact] !== null) expect(after[fact]).not.toBeNull();
      }
      expect(after.price).toBe(before.price);
      expect(after.lines).toBe(before.lines);
    });
  });

  it("nobody gives an order up whose outcome was ever unknown", () => {
    property((before, after) => {
      expect(before.everAmbiguous && !after.everAmbiguous).toBe(false);
      const isUnknown = after.state === "unconfirmed" || after.state === "needs_review";
      expect(isUnknown && !after.everAmbiguous).toBe(false);
      const { isNothingBought } = STATES[after.state];
      if (isNothingBought && before.state !== after.state) expect(before.everAmbiguous).toBe(false);
    });
  });

  it("an order that may be bought is always either settled or due again", () => {
    property((_before, after, event) => {
      if (
        event.kind === "attempt_failed" ||
        event.kind === "attempt_lost" ||
        event.kind === "poll_answered"
      ) {
        if (isInFlight(after.state) || after.state === "needs_review")
          expect(after.nextActionAt).not.toBeNull();
      }
    });
  });

  it("the service is not asked again within a minute of a poll, nor more than a few days late", () => {
    property((_before, after, event, now) => {
      const isPolled = isAtService(after.state);
      if (
        (event.kind !== "poll_answered" &&
          !(event.kind === "poll_failed" && event.failure.statusCode !== null)) ||
        !isPolled ||
        after.nextActionAt === null
      )
        return;
      expect(after.nextActionAt).toBeGreaterThanOrEqual(now + MINUTE);
      expect(after.nextActionAt).toBeLessThan(now + 4 * DAY);
    });
  });

  it("only orders placed here are ever sent", () => {
    property((before) => {
      if (mayAttempt(before)) {
        expect(before.origin).toBe("placed");
        expect(isSending(before.state)).toBe(true);
      }
    });
  });
});

describe("a transition", () => {
  it("a minute is sixty thousand milliseconds", () => {
    expect(MINUTE).toBe(60 * SECOND);
  });
});
