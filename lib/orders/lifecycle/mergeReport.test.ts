import { describe, expect, it } from "vitest";
import { DAY, MINUTE } from "#lib/time/instant.ts";
import { BLANK, NOW, REPORT } from "./arbitraries.testing.ts";
import { orderedQuantity, type OrderRecord } from "./orderRecord.ts";
import { ANOTHER_ORDER, mergeReport, addToAlarm } from "./mergeReport.ts";
import { nextPollAt } from "./pollTimes.ts";
import { isGivenUp, STATES } from "./states.ts";
import type { OrderReport, ReportedOutcome } from "./orderReport.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";

const wallet = (amount: number) => ({
  balances: [{ currency: "EUR", amounts: [{ name: "available", amount }] }],
  raw: {},
});
const PROCESSING: OrderRecord = { ...BLANK, state: "processing", orderId: "77", placedAt: NOW };

const merge = (of: Partial<OrderRecord>, reported: Partial<OrderReport> = {}, now = NOW) =>
  mergeReport({ ...PROCESSING, ...of }, { ...REPORT, ...reported }, now);

describe("the state", () => {
  /** How complete the order is. Reports of the same rank may replace each other. */
  const along: Record<ReportedOutcome, number> = {
    processing: 0,
    unrecognised: 0,
    undelivered: 1,
    partial: 2,
    completed: 3,
  };
  const outcomes: ReportedOutcome[] = ["processing", "unrecognised", "undelivered", "partial", "completed"];

  it.each(outcomes.flatMap((from) => outcomes.map((to) => [from, to] as const)))(
    "of an order that is %s and is said to be %s never moves back, and says so",
    (from, to) => {
      const after = merge({ state: from }, { outcome: to });
      if (along[to] >= along[from]) {
        expect(after).toMatchObject({ state: to, alarm: null });
      } else {
        expect(after.state).toBe(from);
        expect(after.alarm).toBe(
          `The service now reports this order as “${STATES[to].word}”; it reported “${STATES[from].word}” before.`,
        );
      }
    },
  );

  const givenUp = ORDER_STATES.filter(isGivenUp);
  it.each(givenUp)("of an order that was %s here follows the service, with the alarm raised", (state) => {
    expect(merge({ state }, { outcome: "completed", codeCount: 4 })).toMatchObject({
      state: "completed",
      alarm: `The service has this order, although it was recorded here as ${STATES[state].word.toLowerCase()}. Don't place it again.`,
    });
  });

  it.each(ORDER_STATES.filter((state) => !givenUp.includes(state) && !(state in along)))(
    "of an order that is %s is simply what the service says",
    (state) => {
      expect(merge({ state })).toMatchObject({ state: "processing", alarm: null });
    },
  );
});

describe("whose order it is", () => {
  it("is learned once, by id, and never changed again", () => {
    expect(merge({ orderId: null }, { orderId: "77" })).toMatchObject({ orderId: "77", alarm: null });
    expect(merge({}, { orderId: null })).toMatchObject({ orderId: "77", alarm: null });
    expect(merge({}, { orderId: "78" })).toMatchObject({
      orderId: "77",
      alarm: "The service answered with order ID 78, not 77.",
    });
  });

  it("stays under our own code, and another code is an alarm", () => {
    expect(merge({}, { externalOrderCode: null })).toMatchObject({
      externalOrderCode: "CD-ABC",
      alarm: null,
    });
    expect(merge({}, { externalOrderCode: "CD-XYZ" })).toMatchObject({
      externalOrderCode: "CD-ABC",
      alarm: "The service answered with another order reference: CD-XYZ.",
    });
  });

  it("is for the service to say where it was found by a reference that may have been its id", () => {
    const found = { origin: "found", externalOrderCode: "77" } as const;
    expect(merge(found, { externalOrderCode: "CD-XYZ" })).toMatchObject({
      externalOrderCode: "CD-XYZ",
      alarm: null,
    });
    expect(merge(found, { externalOrderCode: null })).toMatchObject({ externalOrderCode: "77", alarm: null });
  });
});

describe("total and currency", () => {
  it("other than confirmed are another order's; the same, or none reported, are not", () => {
    const total = `${ANOTHER_ORDER} The service's total for this order is not the one that was confirmed.`;
    const currency = "The service's currency for this order is not the one that was confirmed.";
    expect(merge({}, { price: 1 })).toMatchObject({ price: 4_000, alarm: total });
    expect(merge({}, { currency: "USD" })).toMatchObject({
      currency: "EUR",
      alarm: `${ANOTHER_ORDER} ${currency}`,
    });
    expect(merge({}, { price: 1, currency: "USD" }).alarm).toBe(`${total} ${currency}`);
    expect(merge({}, { price: 4_000, currency: "EUR" }).alarm).toBeNull();
    expect(merge({ currency: "eur" }, { currency: "EUR" }).alarm).toBeNull();
    expect(merge({}).alarm).toBeNull();
  });

  it("of an order that was found are learned, and nobody confirmed anything else", () => {
    const unknown = { origin: "found", price: null, currency: null } as const;
    expect(merge(unknown, { price: 1, currency: "USD" })).toMatchObject({
      price: 1,
      currency: "USD",
      alarm: null,
    });
    expect(merge({ origin: "found" }, { price: 1, currency: "USD" })).toMatchObject({
      price: 4_000,
      currency: "EUR",
      alarm: null,
    });
    expect(merge({ price: null, currency: null }, { price: 1, currency: "USD" }).alarm).toBeNull();
  });
});

describe("codes", () => {
  it.each([
    ["as many as the service counts", { delivered: 2, codeCount: 3 }, 2],
    ["else as many as came along", { codeCount: 3 }, 3],
    ["one when one came along", { codeCount: 1 }, 1],
    ["not reported when none came along", { codeCount: 0 }, null],
    ["none when nothing was delivered", { outcome: "undelivered", codeCount: 0 }, 0],
  ] as const)("are %s", (_name, reported, delivered) => {
    expect(merge({}, { outcome: "partial", ...reported }).delivered).toBe(delivered);
  });

  it("are never fewer than before, and fewer raise the alarm", () => {
    expect(merge({ delivered: 3 }, { delivered: 2 })).toMatchObject({
      delivered: 3,
      alarm: "The service now reports 2 delivered codes; it reported 3 before.",
    });
    for (const delivered of [3, 4, null]) {
      expect(merge({ delivered: 3 }, { delivered })).toMatchObject({
        delivered: delivered ?? 3,
        alarm: null,
      });
    }
  });

  it("of a complete order are not fewer than came along, whatever the service counts", () => {
    const lines = { outcome: "completed", statusName: "completed", delivered: 1, ordered: 1 } as const;
    expect(merge({}, { ...lines, codeCount: 4 })).toMatchObject({ state: "completed", delivered: 4 });
    expect(merge({}, { ...lines, codeCount: 0 }).delivered).toBe(1);
  });

  it("are as many as were ordered, or an alarm is raised", () => {
    expect(merge({}, { ordered: 5 })).toMatchObject({
      ordered: null,
      alarm: "The service reports 5 ordered codes, not 4.",
    });
    expect(merge({}, { ordered: 4 })).toMatchObject({ ordered: 4, alarm: null });
    expect(merge({ origin: "found", ordered: 5 }, { ordered: 4 })).toMatchObject({
      ordered: 5,
      alarm: "The service reports 4 ordered codes, not 5.",
    });
    expect(merge({ origin: "found", ordered: null, lines: [] }, { ordered: 9 })).toMatchObject({
      ordered: 9,
      alarm: null,
    });
    // The order total, in minor units.
    expect(merge({}, { ordered: 4_000 })).toMatchObject({ ordered: null, alarm: null });
    expect(merge({ lines: [] }, { ordered: 9, outcome: "completed", codeCount: 1 }).alarm).toBeNull();
  });

  it("that are missing from a complete order raise the alarm, where codes came along or were counted", () => {
    const seen = (outcome: ReportedOutcome, codeCount: number) =>
      merge({}, { outcome, codeCount, statusName: null }).alarm;
    expect(seen("completed", 1)).toBe("The service calls the order complete with 1 of 4 codes.");
    // The service may report a count without the codes.
    const counted = { outcome: "completed", statusName: "Completed", delivered: 3 } as const;
    expect(merge({}, counted).alarm).toContain("complete with 3 of 4 codes");
    expect(merge({}, { outcome: "completed", delivered: 4 }).alarm).toBeNull();
    // The codes in the answer count, whatever it says about their number.
    expect(merge({}, { outcome: "completed", delivered: 4, codeCount: 3 }).alarm).toContain("3 of 4 codes");
    // It has another word for it, which may mean that some are missing.
    const named = { outcome: "completed", statusName: "PARTIALLY_FULFILLED", codeCount: 3 } as const;
    expect(merge({}, named).alarm).toBe(
      "The service shows 3 of 4 codes, and calls the order “PARTIALLY_FULFILLED”.",
    );
    expect(seen("completed", 3)).toBe("The service calls the order complete with 3 of 4 codes.");
    expect(seen("completed", 4)).toBeNull();
    expect(seen("completed", 5)).toBe(`${ANOTHER_ORDER} The service shows 5 codes, and 4 were ordered.`);
    expect(seen("completed", 0)).toBeNull();
    expect(seen("partial", 3)).toBeNull();
  });
});

describe("an order of 4 codes of which the service counts", () => {
  const stateOf = (report: Partial<OrderReport>) => merge({}, report).state;

  it("fewer is partial, whatever number is beside the count", () => {
    expect(stateOf({ outcome: "completed", delivered: 2, ordered: 2 })).toBe("partial");
    expect(stateOf({ outcome: "completed", codeCount: 2, ordered: 2 })).toBe("partial");
    expect(stateOf({ outcome: "completed", delivered: 2 })).toBe("partial");
  });

  it("all is completed, whatever number is beside the count", () => {
    expect(stateOf({ outcome: "partial", delivered: 4, ordered: 4_000 })).toBe("completed");
    expect(stateOf({ outcome: "partial", codeCount: 4, ordered: 9 })).toBe("completed");
  });

  it("all of them, and which it calls completed, is completed whatever reason it gives", () => {
    const all = { statusName: "Completed", reason: "Delivered by mail", codeCount: 4 };
    expect(stateOf({ outcome: "partial", ...all })).toBe("completed");
    expect(stateOf({ outcome: "partial", ...all, statusName: "odd" })).toBe("partial");
    expect(stateOf({ outcome: "partial", ...all, codeCount: 3 })).toBe("partial");
  });

  it("fewer, and which it calls completed or gives a reason for, is what it says", () => {
    const statusName = "COMPLETED";
    expect(stateOf({ outcome: "completed", statusName, delivered: 2, ordered: 2 })).toBe("completed");
    expect(stateOf({ outcome: "partial", reason: "out of stock", delivered: 4, ordered: 9 })).toBe("partial");
  });

  it("none is undelivered, whatever number is beside the count", () => {
    expect(stateOf({ outcome: "undelivered", ordered: 4 })).toBe("undelivered");
    expect(stateOf({ outcome: "undelivered", delivered: 0, ordered: 4 })).toBe("undelivered");
  });

  it("is what the answer says where our own quantity is not known", () => {
    expect(merge({ lines: [] }, { outcome: "completed", delivered: 2, ordered: 2 }).state).toBe("completed");
    const found = { origin: "found" } as const;
    expect(merge(found, { outcome: "partial", delivered: 4, ordered: 9 }).state).toBe("partial");
  });
});

describe("words of the service", () => {
  const said = { message: "Order is still processing", statusName: "processing", reason: "stock" };

  it("stay as long as nothing else is said, except the status: one that the service gives no more is not shown", () => {
    expect(merge(said, { statusName: null })).toMatchObject({ ...said, statusName: null });
  });

  it("are replaced by newer ones", () => {
    const newer = { message: "Nearly done", statusName: "queued", reason: "demand" };
    expect(merge(said, newer)).toMatchObject(newer);
  });

  it("of an earlier state do not stay with a later one", () => {
    expect(merge(said, { outcome: "completed", statusName: null })).toMatchObject({
      message: null,
      statusName: null,
    });
    expect(merge(said, { outcome: "completed", message: "Done" }).message).toBe("Done");
  });

  it("of a state that the order has left behind are not taken", () => {
    const done = { ...said, state: "completed", statusName: "completed", message: "Done" } as const;
    expect(merge(done, { statusName: "processing", message: "Wait" })).toMatchObject({
      statusName: "completed",
      message: "Done",
    });
  });
});

describe("a name that says that the codes may be worthless", () => {
  const delivered = { outcome: "completed", codeCount: 4 } as const;
  it.each(["cancelled", "REFUNDED", "fraudulent", "Charged back - chargeback", "revoked"])(
    "does not change what the content says, but raises the alarm with the word: %s",
    (statusName) => {
      const after = merge({}, { ...delivered, statusName });
      expect(after).toMatchObject({ state: "completed", delivered: 4, statusName });
      expect(after.alarm).toBe(`The service calls this order “${statusName}”: its codes may be worthless.`);
      // Polled on for a day.
      expect(nextPollAt(after, NOW, 0)).not.toBeNull();
      expect(nextPollAt({ ...after, lastPollAt: NOW + DAY }, NOW + DAY, 0)).toBeNull();
    },
  );

  it.each(["completed", "done", "delivered", "FULFILLED", null])("is not %s", (statusName) => {
    const after = merge({}, { ...delivered, statusName });
    expect(after.alarm).toBeNull();
    expect(nextPollAt(after, NOW, 0)).toBeNull();
  });

  it("raises no alarm where no code came", () => {
    expect(merge({}, { outcome: "undelivered", statusName: "cancelled" }).alarm).toBeNull();
  });
});

describe("times and balance", () => {
  it("the first moment at which the service had it stays, and so does the first at which it was done", () => {
    const later = NOW + MINUTE;
    expect(merge({ placedAt: null }, {}, later)).toMatchObject({ placedAt: later, finishedAt: null });
    expect(merge({}, {}, later).placedAt).toBe(NOW);
    for (const outcome of ["completed", "partial", "undelivered"] as const) {
      expect(merge({}, { outcome }, later).finishedAt).toBe(later);
      expect(merge({ state: "undelivered", finishedAt: NOW }, { outcome }, later).finishedAt).toBe(NOW);
    }
    expect(merge({}, { outcome: "unrecognised" }, later).finishedAt).toBeNull();
    expect(merge({ state: "rejected", finishedAt: NOW }, {}, later).finishedAt).toBe(NOW);
  });

  it("the newest estimate and balance count, and stay while none is reported", () => {
    const known = { estimatedReadyAt: NOW, wallet: wallet(1_000) };
    expect(merge(known)).toMatchObject(known);
    const newer = { estimatedReadyAt: NOW + MINUTE, wallet: wallet(500) };
    expect(merge(known, newer)).toMatchObject(newer);
  });
});

describe("the alarm", () => {
  it("keeps what was raised, and does not say it twice", () => {
    expect(addToAlarm(null, [])).toBeNull();
    expect(addToAlarm(null, ["One."])).toBe("One.");
    expect(addToAlarm("One.", ["Two.", "One."])).toBe("One. Two.");
  });

  it("does not grow without end, however much the service contradicts itself", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `Contradiction ${index}.`);
    const alarm = addToAlarm(null, many) ?? "";
    expect(alarm).toContain("Contradiction 0. Contradiction 1. Contradiction 2.");
    expect(alarm.length).toBeGreaterThan(600);
    expect(alarm.length).toBeLessThan(640);
    expect(addToAlarm("x".repeat(600), ["Still said."])).toContain("Still said.");
    expect(addToAlarm("x".repeat(601), ["Not said."])).not.toContain("Not said.");
  });
});

describe("how many codes were asked for", () => {
  const line = { productId: 12, productName: null, price: null, countryCode: null };
  const askedOf = (origin: OrderRecord["origin"], ordered: number | null, quantities: (number | null)[]) =>
    orderedQuantity({ origin, ordered, lines: quantities.map((quantity) => ({ ...line, quantity })) });
  const asked = (ordered: number | null, ...quantities: (number | null)[]) =>
    askedOf("placed", ordered, quantities);

  it("is the sum of our lines where we placed the order, else what the service says", () => {
    expect(asked(7, 1, 2)).toBe(3);
    expect(asked(7, 1, null)).toBe(7);
    expect(asked(7)).toBe(7);
    expect(asked(null, 1, 2, 4)).toBe(7);
    expect(askedOf("found", 7, [1, 2])).toBe(7);
    expect(askedOf("found", 0, [1, 2])).toBe(0);
    expect(askedOf("found", null, [1, 2])).toBe(3);
  });

  it("is unknown without lines, and where one line's quantity is", () => {
    expect(asked(null)).toBeNull();
    expect(asked(null, null, 2)).toBeNull();
    expect(asked(null, 1, null, 2)).toBeNull();
  });
});
