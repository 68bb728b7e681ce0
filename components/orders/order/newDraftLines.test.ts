import { describe, expect, it } from "vitest";
import { linesAgain, textsAgain } from "#lib/orders/drafts/orderAgain.ts";
import { draftAgain, missingLines } from "./newDraftLines.ts";

const line = { productId: 7, productName: "Card", price: 2_550, quantity: 50, countryCode: "DE" };
const order = {
  lines: [line],
  currency: "EUR",
  delivered: 37,
  ordered: 50,
  state: "partial" as const,
};

const whole = {
  ...order,
  externalOrderCode: "CD-1",
  orderId: "1",
  note: null,
  purchaseOrder: null,
  tags: [],
  quantity: 50,
  createdAt: "2026-11-27T10:00:00.000Z",
};

describe("an order that is built again", () => {
  it("is linked to its draft while it has no code, and leaves it to the missing codes if it has some", () => {
    for (const state of ["rejected", "undelivered", "closed"] as const)
      expect(draftAgain({ ...whole, state }, "copy", "UTC")).toMatchObject({ origin: "CD-1" });
    for (const state of ["partial", "completed"] as const)
      expect(draftAgain({ ...whole, state }, "copy", "UTC")).toMatchObject({
        name: "Copy of 50 codes, 27 Nov",
      });
    expect(draftAgain(whole, "reorder_missing", "UTC")).toMatchObject({
      origin: "CD-1",
      lines: [{ quantity: "13" }],
    });
    expect(draftAgain({ ...whole, quantity: null }, "copy", "UTC")).toMatchObject({
      name: "Copy of an order, 27 Nov",
    });
    expect(draftAgain({ ...whole, lines: [] }, "copy", "UTC")).toBeNull();
  });

  it("keeps products, amounts, quantities and countries", () => {
    expect(linesAgain(order)).toEqual([
      { id: expect.any(String), productId: 7, amount: "25.50", quantity: "50", countryCode: "DE" },
    ]);
  });

  it("keeps note, purchase order and tags if nothing was bought: the purchase is still to be made", () => {
    const labelled = { note: "For Ada", purchaseOrder: "PO-7", tags: ["retail", "weekly"] };
    const kept = { note: "For Ada", purchaseOrder: "PO-7", tags: "retail, weekly" };
    for (const state of ["rejected", "declined"] as const)
      expect(textsAgain({ ...labelled, state }, "copy")).toEqual(kept);
    const none = { note: null, purchaseOrder: null, tags: [], state: "rejected" as const };
    expect(textsAgain(none, "copy")).toEqual({});
    expect(textsAgain({ ...labelled, state: "completed" }, "copy")).toEqual({});
  });

  it("keeps the purchase order for missing codes, which were ordered with it", () => {
    const labelled = { note: "For Ada", purchaseOrder: "PO-7", tags: ["retail"], state: "partial" as const };
    expect(textsAgain(labelled, "reorder_missing")).toEqual({ purchaseOrder: "PO-7" });
    expect(textsAgain({ ...labelled, purchaseOrder: null }, "reorder_missing")).toEqual({});
  });

  it("asks for exactly the missing codes of a single line", () => {
    expect(missingLines(order)).toEqual({
      count: 13,
      lines: [{ id: expect.any(String), productId: 7, amount: "25.50", quantity: "13", countryCode: "DE" }],
    });
  });

  it("does not guess which codes are missing of several lines", () => {
    expect(missingLines({ ...order, lines: [line, line] })).toEqual({ count: 13, lines: null });
  });

  it("are offered of an order that the service calls complete with fewer codes than ordered", () => {
    expect(missingLines({ ...order, state: "completed" })?.count).toBe(13);
  });

  it("offers nothing if nothing is known to be missing", () => {
    expect(missingLines({ ...order, state: "processing" })).toBeNull();
    expect(missingLines({ ...order, state: "completed", delivered: 50 })).toBeNull();
    expect(missingLines({ ...order, delivered: null })).toBeNull();
    expect(missingLines({ ...order, delivered: 50 })).toBeNull();
  });

  it("are those of the lines that lack codes, where the service says whose codes have come", () => {
    const first = { productId: 1, productName: null, price: 1_000, quantity: 20, countryCode: null };
    const lines = [first, { ...first, productId: 2 }, { ...first, productId: 3, quantity: 10 }];
    const deliveredByProduct = [
      { productId: 1, count: 20 },
      { productId: 2, count: 17 },
    ];
    const short = { ...order, lines, deliveredByProduct };
    const quantities = (of: Parameters<typeof missingLines>[0]) =>
      missingLines(of)?.lines?.map(({ productId, quantity }) => [productId, quantity]) ?? null;
    expect(quantities(short)).toEqual([
      [2, "3"],
      [3, "10"],
    ]);
    // If a product is on two lines, or the counts do not add up, nothing is known about a line.
    expect(quantities({ ...short, lines: [first, { ...first }] })).toBeNull();
    expect(quantities({ ...short, delivered: 36 })).toBeNull();
  });
});
