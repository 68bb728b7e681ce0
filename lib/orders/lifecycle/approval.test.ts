import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { HOUR } from "#lib/time/instant.ts";
import { BLANK, NOW, REPORT } from "./arbitraries.testing.ts";
import { UNCONFIRMED_BUDGET, WAITING_BUDGET } from "./backoff.ts";
import type { OrderRecord } from "./orderRecord.ts";
import { hasWaitedTooLong, isKnownUnsent, transition } from "./transition.ts";

const AWAITING: OrderRecord = { ...BLANK, state: "awaiting_approval", attempts: 0, nextActionAt: null };
const at = (now: number) => ({ now, skewMs: 0, random: 0 });

describe("an order that waits for approval", () => {
  it("may be sent from the moment of the approval on, and not before", () => {
    const later = NOW + 5 * HOUR;
    expect(transition(AWAITING, { kind: "attempt_started" }, at(later))).toEqual(AWAITING);
    expect(transition(AWAITING, { kind: "approved" }, at(later))).toEqual({
      ...AWAITING,
      state: "waiting",
      approvedAt: later,
      nextActionAt: later,
    });
  });

  it("has its whole time to get through after the approval, however late that came", () => {
    const later = NOW + 5 * HOUR;
    const approved = transition(AWAITING, { kind: "approved" }, at(later));
    expect(hasWaitedTooLong(approved, later)).toBe(false);
    expect(hasWaitedTooLong(approved, later + WAITING_BUDGET)).toBe(true);
    const failure = {
      kind: "throttled",
      statusCode: 429,
      body: null,
      retryAfterMs: null,
      detail: "",
    } as const;
    expect(transition(approved, { kind: "attempt_failed", failure }, at(later)).state).toBe("waiting");
    const lost = { ...approved, attempts: 1 };
    const unknown = (now: number) => transition(lost, { kind: "attempt_lost" }, at(now)).state;
    expect(unknown(later + UNCONFIRMED_BUDGET - 1)).toBe("unconfirmed");
    expect(unknown(later + UNCONFIRMED_BUDGET)).toBe("needs_review");
  });

  it("is not the order that the service finds by its typed code", () => {
    const found = transition(AWAITING, { kind: "poll_answered", report: REPORT }, at(NOW));
    expect(found).toMatchObject({ state: "awaiting_approval", orderId: null, nextActionAt: null });
    expect(isKnownUnsent(AWAITING)).toBe(true);
  });

  it.each(["decline", "withdraw"] as const)("ends for good by a %s: nothing was bought", (verb) => {
    const ended = transition(AWAITING, { kind: "ended", verb }, at(NOW));
    expect(ended).toMatchObject({
      state: verb === "decline" ? "declined" : "withdrawn",
      finishedAt: NOW,
      nextActionAt: null,
    });
    expect(transition(ended, { kind: "approved" }, at(NOW))).toEqual(ended);
  });
});

describe("an approval", () => {
  it.each(ORDER_STATES.filter((state) => state !== "awaiting_approval"))(
    "means nothing to an order that is %s",
    (state) => {
      const record: OrderRecord = { ...BLANK, state };
      expect(transition(record, { kind: "approved" }, at(NOW))).toEqual(record);
    },
  );

  it("means nothing to an order that was not confirmed here", () => {
    const elsewhere: OrderRecord = { ...AWAITING, origin: "found" };
    expect(transition(elsewhere, { kind: "approved" }, at(NOW))).toEqual(elsewhere);
  });
});
