import { describe, expect, it, test } from "vitest";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import { ATTEMPT_CLASSES } from "./attempt.ts";
import { classifyFailure } from "./classifyAttempt.ts";
import { isInFlight, STATE_FACES, type StateFace } from "./stateFace.ts";
import { ORDER_STATES } from "./states.ts";

describe("a state's face", () => {
  const inTone = (tone: StateFace["tone"]) =>
    ORDER_STATES.filter((state) => STATE_FACES[state].tone === tone);

  test("exists for each state the ledger knows, in a word of its own", () => {
    expect(Object.keys(STATE_FACES).toSorted()).toEqual([...ORDER_STATES].toSorted());
    const words = Object.values(STATE_FACES).map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
  });

  test("is coloured as done or partial for nothing else than codes that are there", () => {
    expect(inTone("done")).toEqual(["completed"]);
    expect(inTone("partial")).toEqual(["partial"]);
  });

  test("is coloured as refused exactly where nothing was or will be delivered", () => {
    expect(inTone("refused")).toEqual(["declined", "undelivered", "rejected", "not_placed"]);
  });

  test("is coloured as unknown wherever we do not know what was bought", () => {
    expect(inTone("unknown")).toEqual(["unconfirmed", "needs_review", "unrecognised"]);
  });

  test("is plain while nothing was sent, and where a person has closed the order", () => {
    expect(inTone("neutral")).toEqual(["awaiting_approval", "closed"]);
  });

  test("is coloured as under way only while the order goes on by itself, and then a list is read again", () => {
    expect(inTone("processing")).toEqual(["submitting", "waiting", "processing"]);
    expect(ORDER_STATES.filter((state) => isInFlight(state))).toEqual([
      "submitting",
      "waiting",
      "unconfirmed",
      "processing",
      "unrecognised",
    ]);
  });
});

describe("a POST that failed", () => {
  const failed = (kind: ServiceFailure["kind"], statusCode: number | null = null, message?: string) =>
    classifyFailure({
      kind,
      statusCode,
      body: message === undefined ? null : { statusCode: statusCode ?? 0, error: "e", message },
      retryAfterMs: null,
      detail: "",
    });

  it.each([
    ["refused", 400, "Product 12 is not currently available.", "refused"],
    ["refused", 400, undefined, "refused"],
    ["refused", 422, "This order has already been placed.", "refused"],
    ["refused", 409, undefined, "exists"],
    ["refused", 400, "This order has already been placed.", "exists"],
    ["refused", 400, " this order has already been placed\n", "exists"],
    ["refused", 400, "This order has already been placed by somebody else.", "refused"],
    ["refused", 400, "Perhaps this order has already been placed.", "refused"],
    ["unauthorised", 401, undefined, "refused"],
    ["not_found", 404, undefined, "refused"],
    ["throttled", 429, undefined, "throttled"],
    ["not_sent", null, undefined, "not_sent"],
    ["ambiguous", 502, undefined, "ambiguous"],
  ] as const)(
    "as %s with %s (%s) is %s, which is a class the ledger knows",
    (kind, status, message, outcome) => {
      expect(failed(kind, status, message)).toBe(outcome);
      expect(ATTEMPT_CLASSES).toContain(outcome);
    },
  );

  test("is never said to be accepted, which is the one class left", () => {
    expect(ATTEMPT_CLASSES[0]).toBe("accepted");
  });
});
