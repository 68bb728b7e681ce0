import { describe, expect, it } from "vitest";
import type { ServiceFailure, ServiceFailureKind } from "#lib/contracts/service/serviceFailure.ts";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import { BLANK, NOW, REPORT } from "./arbitraries.testing.ts";
import { UNCONFIRMED_BUDGET, WAITING_BUDGET } from "./backoff.ts";
import type { OrderRecord } from "./orderRecord.ts";
import { ORDER_STATES, type EndingVerb } from "#lib/contracts/orders/orderState.ts";
import { isSending } from "./states.ts";
import { hasWaitedTooLong, mayAttempt, pollReference, transition, type OrderEvent } from "./transition.ts";

type More = Partial<ServiceFailure> & { now?: number; random?: number };

const failure = (kind: ServiceFailureKind, more: Partial<ServiceFailure> = {}): ServiceFailure => ({
  kind,
  statusCode: null,
  body: null,
  retryAfterMs: null,
  detail: "",
  ...more,
});
const body = (message: string) => ({ statusCode: 400, error: "Bad Request", message });
const attemptFails = (
  of: Partial<OrderRecord>,
  kind: ServiceFailureKind,
  { now = NOW, ...more }: More = {},
) =>
  transition(
    { ...BLANK, ...of },
    { kind: "attempt_failed", failure: failure(kind, more) },
    { now, skewMs: 0, random: more.random ?? 0 },
  );
const pollFails = (of: Partial<OrderRecord>, kind: ServiceFailureKind, { now = NOW, ...more }: More = {}) =>
  transition(
    { ...BLANK, state: "processing", orderId: "77", placedAt: NOW, ...of },
    { kind: "poll_failed", failure: failure(kind, more) },
    { now, skewMs: 0, random: more.random ?? 0 },
  );
const notFound = (of: Partial<OrderRecord>, now = NOW) =>
  transition({ ...BLANK, ...of }, { kind: "poll_not_found" }, { now, skewMs: 0, random: 0 });

const ON_ITS_WAY = ORDER_STATES.filter(isSending);
const ELSEWHERE = ORDER_STATES.filter((state) => !ON_ITS_WAY.includes(state));

describe("only an order that is on its way", () => {
  it.each(ELSEWHERE)("may be sent or tells the outcome of an attempt: not one that is %s", (state) => {
    const record = { ...BLANK, state };
    const context = { now: NOW, skewMs: 0, random: 0 };
    expect(mayAttempt(record)).toBe(false);
    expect(transition(record, { kind: "attempt_started" }, context)).toEqual(record);
    expect(transition(record, { kind: "attempt_lost" }, context)).toEqual(record);
    expect(attemptFails({ state }, "ambiguous")).toEqual(record);
    expect(attemptFails({ state }, "refused", { statusCode: 422, body: body("no") })).toEqual(record);
  });

  it("may be sent, and only if it was placed here", () => {
    for (const state of ON_ITS_WAY) {
      expect(mayAttempt({ state, origin: "placed" })).toBe(true);
      expect(mayAttempt({ state, origin: "found" })).toBe(false);
    }
  });
});

describe("an accepted attempt", () => {
  it("is first polled when the service says that codes are ready, on our own clock", () => {
    const after = transition(
      BLANK,
      { kind: "attempt_accepted", report: { ...REPORT, estimatedReadyAt: NOW + HOUR } },
      { now: NOW, skewMs: MINUTE, random: 0 },
    );
    expect(after).toMatchObject({ state: "processing", placedAt: NOW, lastPollAt: null, polls: 0 });
    expect(after.nextActionAt).toBe(NOW + HOUR - MINUTE);
  });
});

describe("the service's words", () => {
  it.each(["ambiguous", "throttled", "not_sent"] as const)(
    "about an attempt that is %s are shown, and those of before stay where it says nothing",
    (kind) => {
      expect(attemptFails({ message: "before" }, kind, { body: body("now") }).message).toBe("now");
      expect(attemptFails({ message: "before" }, kind).message).toBe("before");
    },
  );

  it("about a refusal after an unknown outcome are shown; those about throttling say nothing of it", () => {
    const unknown = { state: "unconfirmed", everAmbiguous: true, message: "before" } as const;
    expect(attemptFails(unknown, "refused", { body: body("no"), statusCode: 400 }).message).toBe("no");
    expect(attemptFails(unknown, "throttled", { body: body("slower") }).message).toBe("before");
  });

  it("that are missing leave a refusal without words, on no line", () => {
    expect(attemptFails({}, "unauthorised")).toMatchObject({
      state: "rejected",
      refusal: null,
      refusedLines: [],
    });
  });
});

describe("the wait before the next try", () => {
  it("grows with attempts, is jittered upwards, and begins now", () => {
    expect(attemptFails({ attempts: 3 }, "throttled").nextActionAt).toBe(NOW + 4 * SECOND);
    expect(attemptFails({ attempts: 3 }, "throttled", { random: 0.5 }).nextActionAt).toBe(NOW + 6 * SECOND);
    expect(attemptFails({ attempts: 3 }, "ambiguous").nextActionAt).toBe(NOW + 4 * SECOND);
  });

  it("of an unknown outcome grows with polls as well as with attempts", () => {
    const unknown = (attempts: number, polls: number) =>
      attemptFails({ state: "unconfirmed", attempts, polls }, "ambiguous").nextActionAt;
    expect(unknown(1, 5)).toBe(NOW + 16 * SECOND);
    expect(unknown(5, 1)).toBe(NOW + 16 * SECOND);
  });

  it("never goes past the end of the budget, when it is given up", () => {
    const now = NOW + WAITING_BUDGET - SECOND;
    expect(attemptFails({}, "throttled", { now, retryAfterMs: 60 * SECOND })).toMatchObject({
      state: "waiting",
      nextActionAt: NOW + WAITING_BUDGET,
    });
  });

  it("an order that is given up says why", () => {
    const now = NOW + WAITING_BUDGET;
    expect(attemptFails({}, "throttled", { now, body: body("slower") })).toMatchObject({
      state: "not_placed",
      refusal: { message: "slower" },
      finishedAt: now,
      nextActionAt: now + 10 * SECOND,
    });
  });
});

describe("an order that a person withdraws", () => {
  const at = (record: Partial<OrderRecord>, event: OrderEvent, now: number) =>
    transition({ ...BLANK, state: "waiting", ...record }, event, { now, skewMs: 0, random: 0 });
  const withdraw = { kind: "ended", verb: "withdraw" } as const;

  it("is polled until the service has answered that it does not know it", () => {
    const ended = at({ attempts: 1 }, withdraw, NOW);
    expect(ended).toMatchObject({ state: "withdrawn", finishedAt: NOW, nextActionAt: NOW + 10 * SECOND });
    const early = at(ended, { kind: "poll_not_found" }, NOW + 10 * SECOND);
    expect(early).toMatchObject({ state: "withdrawn", nextActionAt: NOW + 10 * MINUTE });
    const proof = at(early, { kind: "poll_not_found" }, NOW + 10 * MINUTE);
    expect(proof).toMatchObject({ state: "withdrawn", nextActionAt: null, alarm: null });
  });

  it("is not asked about when it never left us", () => {
    expect(at({ attempts: 0 }, withdraw, NOW)).toMatchObject({ state: "withdrawn", nextActionAt: null });
  });
});

describe("an order that a person closes or withdraws", () => {
  const end = (record: Partial<OrderRecord>, verb: EndingVerb) =>
    transition({ ...BLANK, ...record }, { kind: "ended", verb }, { now: NOW, skewMs: 0, random: 0 });

  it("ends as closed although nobody knows whether it was bought, and is not polled any more", () => {
    expect(end({ state: "needs_review", everAmbiguous: true }, "close")).toMatchObject({
      state: "closed",
      finishedAt: NOW,
      nextActionAt: null,
    });
  });

  it("never ends as withdrawn, which says that nothing was bought, if an attempt was ever ambiguous", () => {
    const record = { ...BLANK, state: "waiting", everAmbiguous: true } as const;
    expect(end(record, "withdraw")).toEqual(record);
  });
});

describe("an order that waited for too long", () => {
  const waiting = {
    state: "waiting",
    everAmbiguous: false,
    createdAt: NOW,
    approvedAt: null,
    sendBefore: null,
  } as const;
  const end = NOW + WAITING_BUDGET;

  it("is one whose budget is spent, and of which nothing can have been bought", () => {
    expect(hasWaitedTooLong(waiting, end)).toBe(true);
    expect(hasWaitedTooLong(waiting, end - 1)).toBe(false);
    expect(hasWaitedTooLong({ ...waiting, everAmbiguous: true }, end)).toBe(false);
    expect(hasWaitedTooLong({ ...waiting, state: "submitting" }, end)).toBe(false);
    expect(hasWaitedTooLong({ ...waiting, state: "unconfirmed" }, end)).toBe(false);
  });

  it("is given up without being sent, and no other one is", () => {
    const spend = (of: Partial<OrderRecord>, now: number) =>
      transition({ ...BLANK, ...of }, { kind: "budget_spent" }, { now, skewMs: 0, random: 0 });
    expect(spend(waiting, end)).toMatchObject({
      state: "not_placed",
      refusal: null,
      finishedAt: end,
      nextActionAt: end + 10 * SECOND,
    });
    expect(spend(waiting, end - 1)).toEqual({ ...BLANK, ...waiting });
    expect(spend({ state: "processing" }, end)).toEqual({ ...BLANK, state: "processing" });
  });
});

describe("an order that the service says exists", () => {
  const exists = (of: Partial<OrderRecord>, now = NOW) =>
    attemptFails({ state: "unconfirmed", ...of }, "refused", { statusCode: 409, now });

  it("is polled at once, unless a poll within the last minute did not find it", () => {
    expect(exists({ lastPollAt: NOW - MINUTE }).nextActionAt).toBe(NOW);
    expect(exists({ lastPollAt: NOW - MINUTE + 1 }).nextActionAt).toBe(NOW + SECOND);
    expect(exists({ lastPollAt: null }).nextActionAt).toBe(NOW);
  });

  it("but never appears goes to a person in the end, and is polled as often as that state is", () => {
    const now = NOW + UNCONFIRMED_BUDGET;
    expect(exists({}, now)).toMatchObject({ state: "needs_review", nextActionAt: now + MINUTE });
  });
});

describe("a poll that found nothing", () => {
  it("at an unknown outcome is no proof: it is sent again, identically, a little later", () => {
    expect(notFound({ state: "unconfirmed", polls: 1 })).toMatchObject({
      state: "unconfirmed",
      everAmbiguous: true,
      lastPollAt: NOW,
      polls: 2,
      nextActionAt: NOW + 2 * SECOND,
      alarm: null,
    });
  });

  it("at an accepted order is remembered, and repeated after a minute", () => {
    expect(notFound({ state: "processing", orderId: "77", placedAt: NOW, polls: 1 })).toMatchObject({
      state: "processing",
      lastPollAt: NOW,
      polls: 2,
      nextActionAt: NOW + MINUTE,
    });
  });

  it("raises the alarm once the service has had ten minutes to catch up", () => {
    const alarmAfter = (age: number, of: Partial<OrderRecord> = {}) =>
      notFound({ state: "processing", placedAt: NOW, ...of }, NOW + age).alarm;
    expect(alarmAfter(10 * MINUTE)).toBeNull();
    expect(alarmAfter(10 * MINUTE + 1)).toBe("The service no longer finds this order.");
    expect(alarmAfter(HOUR, { alarm: "Another one." })).toBe(
      "Another one. The service no longer finds this order.",
    );
  });

  it("at an order that lacks codes raises the alarm, and does not end the checks for late codes", () => {
    const finished = { state: "partial", placedAt: NOW, finishedAt: NOW, polls: 3 } as const;
    expect(notFound(finished, NOW + 20 * MINUTE)).toMatchObject({
      state: "partial",
      alarm: "The service no longer finds this order.",
      nextActionAt: NOW + 40 * MINUTE,
    });
  });

  it("raises none if the service never said that it had the order, or a person is already asked to review it", () => {
    expect(notFound({ state: "processing", placedAt: null }, NOW + HOUR).alarm).toBeNull();
    expect(notFound({ state: "needs_review", placedAt: NOW }, NOW + HOUR).alarm).toBeNull();
  });
});

describe("the references an order is found by", () => {
  const MISSING = "The service no longer finds this order.";
  const reference = (of: Partial<OrderRecord>) => pollReference({ ...BLANK, orderId: "77", ...of });

  it("is its id once that is known, because a code of digits could be another order's id", () => {
    expect(reference({})).toBe("77");
    expect(reference({ polls: 1 })).toBe("77");
    expect(reference({ orderId: null })).toBe("CD-ABC");
    expect(reference({ orderId: null, externalOrderCode: null })).toBeNull();
  });

  it("is its code every other time, once it is no longer found by its id", () => {
    const missing = { alarm: `Something else. ${MISSING}` };
    expect([0, 1, 2, 3].map((polls) => reference({ ...missing, polls }))).toEqual([
      "77",
      "CD-ABC",
      "77",
      "CD-ABC",
    ]);
    expect(reference({ ...missing, polls: 1, externalOrderCode: null })).toBe("77");
    expect(reference({ alarm: "Something else.", polls: 1 })).toBe("77");
  });
});

describe("a poll that failed", () => {
  it.each([
    ["a 502", "ambiguous", { statusCode: 502 }],
    ["a connection that broke", "ambiguous", {}],
    ["a 429 of the service", "throttled", { statusCode: 429 }],
    ["a 401", "unauthorised", { statusCode: 401 }],
  ] as const)("by %s was a poll: the next one is a minute later", (_name, kind, more) => {
    const now = NOW + 5 * MINUTE;
    expect(pollFails({ polls: 1, lastPollAt: NOW }, kind, { ...more, now })).toMatchObject({
      lastPollAt: now,
      polls: 2,
      nextActionAt: now + MINUTE,
    });
  });

  it("by a 429 of the service is repeated exactly when it allows", () => {
    const answered = { statusCode: 429, retryAfterMs: 5 * MINUTE, random: 0.9 };
    expect(pollFails({}, "throttled", answered).nextActionAt).toBe(NOW + 5 * MINUTE);
  });

  it("because our own rate limiter refused it was none, and comes once calls are let through, spread over some seconds", () => {
    const refused = (random: number) =>
      pollFails({ polls: 1, lastPollAt: NOW }, "throttled", {
        now: NOW + 5 * MINUTE,
        retryAfterMs: 7_000,
        random,
      });
    expect(refused(0)).toMatchObject({ lastPollAt: NOW, polls: 2, nextActionAt: NOW + 5 * MINUTE + 7_000 });
    expect(refused(0.5).nextActionAt).toBe(NOW + 5 * MINUTE + 9_500);
  });

  it("because there was no connection was none, and comes within a minute, or later when asked to", () => {
    const apart = (random: number, retryAfterMs: number | null = null) =>
      pollFails({ polls: 1, lastPollAt: NOW }, "not_sent", { now: NOW + HOUR, random, retryAfterMs });
    expect(apart(0)).toMatchObject({ lastPollAt: NOW, polls: 2, nextActionAt: NOW + HOUR + 30 * SECOND });
    expect(apart(0.5).nextActionAt).toBe(NOW + HOUR + 45 * SECOND);
    expect(apart(0.5, 50_000).nextActionAt).toBe(NOW + HOUR + 50 * SECOND);
  });

  it("is not repeated before the service is to be asked again, nor at a fraction of a millisecond", () => {
    const estimated = pollFails({ estimatedReadyAt: NOW + HOUR }, "not_sent");
    expect(estimated.nextActionAt).toBe(NOW + HOUR);
    const refused = pollFails({ lastPollAt: NOW }, "throttled", { now: NOW + HOUR, random: 0.123_456_7 });
    expect(Number.isInteger(refused.nextActionAt)).toBe(true);
  });

  it("at an unknown outcome is followed by another try, no sooner than the service allows", () => {
    const unknown = { state: "unconfirmed", placedAt: null, polls: 1 } as const;
    expect(pollFails(unknown, "ambiguous", { retryAfterMs: HOUR / 2 })).toMatchObject({
      state: "unconfirmed",
      nextActionAt: NOW + HOUR / 2,
    });
    expect(pollFails(unknown, "ambiguous").nextActionAt).toBe(NOW + 2 * SECOND);
  });

  it("at an order of which nothing more is to be learned is the last one", () => {
    expect(
      pollFails({ state: "completed", delivered: 4 }, "ambiguous", { retryAfterMs: HOUR }).nextActionAt,
    ).toBeNull();
  });
});
