import { describe, expect, it } from "vitest";
import { newerOrder, type VersionedOrder } from "./newerOrder.ts";

const order = (more: Partial<VersionedOrder> = {}): VersionedOrder => ({
  createdAt: "2026-11-21T12:00:00.000Z",
  externalOrderCode: "PO-1",
  orderId: "7",
  revision: 3,
  timeline: [1, 2],
  ...more,
});

describe("of two answers about an order", () => {
  it("the one with the higher revision is shown, whichever comes last", () => {
    const [older, newer] = [order({ revision: 2, timeline: [1, 2, 3] }), order()];
    expect(newerOrder(older, newer)).toBe(newer);
    expect(newerOrder(newer, older)).toBe(newer);
  });

  it("of the same revision, the one with the longer timeline is shown, and the last of equal ones", () => {
    const [shorter, longer, again] = [order({ timeline: [1] }), order(), order()];
    expect(newerOrder(longer, shorter)).toBe(longer);
    expect(newerOrder(shorter, longer)).toBe(longer);
    expect(newerOrder(longer, again)).toBe(again);
  });

  it("the first one is shown when nothing is known", () => {
    const first = order();
    expect(newerOrder(undefined, first)).toBe(first);
  });

  it("the last one is shown when they are about different orders, even if it is older", () => {
    const known = order();
    for (const other of [
      { createdAt: "2026-11-21T13:00:00.000Z" },
      { externalOrderCode: "PO-2" },
      { orderId: "8" },
    ]) {
      const incoming = order({ ...other, revision: 1 });
      expect(newerOrder(known, incoming)).toBe(incoming);
    }
  });

  it("a code or an id that only one of them has does not tell them apart", () => {
    const known = order();
    expect(newerOrder(known, order({ orderId: null, revision: 1 }))).toBe(known);
    expect(newerOrder(known, order({ externalOrderCode: null, revision: 1 }))).toBe(known);
    const without = order({ orderId: null, externalOrderCode: null });
    expect(newerOrder(without, order({ revision: 1 }))).toBe(without);
  });
});
