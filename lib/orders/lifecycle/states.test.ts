import { describe, expect, it } from "vitest";
import {
  ORDER_ACTIONS,
  ORDER_STATES,
  type OrderAction,
  type OrderState,
} from "#lib/contracts/orders/orderState.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { ATTEMPT_CLASSES, classifyFailure } from "./classifyAttempt.ts";
import {
  ENDINGS,
  isAtService,
  isDelivered,
  isFinal,
  isGivenUp,
  isInFlight,
  isSending,
  offers,
  STATES,
  statesWhere,
  type StateDefinition,
} from "./states.ts";

describe("a state", () => {
  it("is described for each name that the ledger knows, by a word of its own", () => {
    expect(Object.keys(STATES).toSorted()).toEqual([...ORDER_STATES].toSorted());
    const words = Object.values(STATES).map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
  });

  it("comes after those that an order is in before it", () => {
    const inOrder = ORDER_STATES.toSorted((a, b) => STATES[a].rank - STATES[b].rank);
    expect(Map.groupBy(inOrder, (state) => STATES[state].rank)).toEqual(
      new Map<number, OrderState[]>([
        [0, ["awaiting_approval"]],
        [1, ["submitting", "waiting"]],
        [2, ["unconfirmed"]],
        [3, ["needs_review"]],
        [4, ["declined", "closed", "rejected", "not_placed", "withdrawn"]],
        [5, ["processing", "unrecognised"]],
        [6, ["undelivered"]],
        [7, ["partial"]],
        [8, ["completed"]],
      ]),
    );
  });

  it("belongs to one stage of an order's life", () => {
    expect(statesWhere(({ stage }) => stage === "unsent")).toEqual(["awaiting_approval"]);
    expect(statesWhere(({ stage }) => stage === "review")).toEqual(["needs_review"]);
    expect(ORDER_STATES.filter(isSending)).toEqual(["submitting", "waiting", "unconfirmed"]);
    expect(ORDER_STATES.filter(isInFlight)).toEqual([
      "submitting",
      "waiting",
      "unconfirmed",
      "processing",
      "unrecognised",
    ]);
    expect(ORDER_STATES.filter(isDelivered)).toEqual(["completed", "partial", "undelivered"]);
    expect(ORDER_STATES.filter(isAtService)).toEqual([
      "processing",
      "unrecognised",
      "completed",
      "partial",
      "undelivered",
    ]);
    expect(ORDER_STATES.filter(isGivenUp)).toEqual([
      "declined",
      "closed",
      "rejected",
      "not_placed",
      "withdrawn",
    ]);
    expect(ORDER_STATES.filter(isFinal)).toEqual([
      "declined",
      "closed",
      "completed",
      "rejected",
      "not_placed",
      "withdrawn",
    ]);
  });

  it("says that nothing was bought exactly if an order has ended and no doubt is left", () => {
    expect(statesWhere(({ isNothingBought }) => isNothingBought)).toEqual([
      "declined",
      "rejected",
      "not_placed",
      "withdrawn",
    ]);
    for (const state of statesWhere(({ isNothingBought }) => isNothingBought)) {
      expect(isGivenUp(state)).toBe(true);
    }
  });

  it("has codes only if the service has delivered some", () => {
    expect(statesWhere(({ codes }) => codes === "all")).toEqual(["completed"]);
    expect(statesWhere(({ codes }) => codes === "some")).toEqual(["partial"]);
    expect(statesWhere(({ codes }) => codes === "none")).toHaveLength(ORDER_STATES.length - 2);
  });

  it("asks for a person's attention if the outcome is in doubt, codes are missing or nothing was bought unasked", () => {
    expect(statesWhere(({ needsAttention }) => needsAttention)).toEqual([
      "unconfirmed",
      "needs_review",
      "unrecognised",
      "partial",
      "undelivered",
      "rejected",
      "not_placed",
    ]);
  });

  it.each<[OrderAction, OrderState[]]>([
    [
      "check",
      ["unconfirmed", "needs_review", "closed", "processing", "unrecognised", "partial", "undelivered"],
    ],
    ["close", ["needs_review"]],
    ["reorder_missing", ["completed", "partial"]],
    [
      "copy",
      ["declined", "closed", "completed", "partial", "undelivered", "rejected", "not_placed", "withdrawn"],
    ],
    ["withdraw", ["awaiting_approval", "waiting"]],
    ["approve", ["awaiting_approval"]],
    ["decline", ["awaiting_approval"]],
  ])("offers the action %s exactly where it makes sense", (action, states) => {
    expect(ORDER_STATES.filter((state) => offers(state, action))).toEqual(states);
  });

  it.each(ORDER_STATES)("offers no action that does not exist: %s", (state) => {
    expect(ORDER_ACTIONS).toEqual(expect.arrayContaining([...STATES[state].actions]));
  });
});

describe("a person who ends an order", () => {
  it("brings it to a state of its own, and is told which orders can end so if this one cannot", () => {
    expect(ENDINGS).toMatchObject({
      close: { endsIn: "closed", notPossible: expect.stringMatching(/needs review can be closed\.$/) },
      withdraw: {
        endsIn: "withdrawn",
        notPossible: expect.stringMatching(/waiting to be sent can be withdrawn\.$/),
      },
      decline: {
        endsIn: "declined",
        notPossible: expect.stringMatching(/waiting for approval can be declined\.$/),
      },
    });
  });
});

describe("a state's colour", () => {
  const inTone = (tone: StateDefinition["tone"]) => statesWhere((definition) => definition.tone === tone);

  it("is that of done or partial for nothing else than codes that are there", () => {
    expect(inTone("done")).toEqual(["completed"]);
    expect(inTone("partial")).toEqual(["partial"]);
  });

  it("is that of a refusal exactly if nothing was or will be delivered", () => {
    expect(inTone("refused")).toEqual(["declined", "undelivered", "rejected", "not_placed"]);
  });

  it("is that of the unknown wherever we do not know what was bought", () => {
    expect(inTone("unknown")).toEqual(["unconfirmed", "needs_review", "unrecognised"]);
  });

  it("is plain while nothing was sent, and where a person has ended the order", () => {
    expect(inTone("neutral")).toEqual(["awaiting_approval", "closed", "withdrawn"]);
  });

  it("is that of processing only while the order is still being worked on", () => {
    expect(inTone("processing")).toEqual(["submitting", "waiting", "processing"]);
    for (const state of inTone("processing")) expect(isInFlight(state)).toBe(true);
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

  it("is never said to be accepted, which is the one class left", () => {
    expect(ATTEMPT_CLASSES[0]).toBe("accepted");
  });
});
