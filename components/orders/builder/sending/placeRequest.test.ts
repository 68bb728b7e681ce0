import { describe, expect, it } from "vitest";
import {
  placeOrderRequestSchema,
  type OrderDraft,
  type PreflightResult,
} from "#lib/contracts/orders/placeOrder.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { changesSinceAdded, confirmationOf } from "./placeRequest.ts";
import { outcomeOf } from "./useSend.ts";

const card = product(7, { price: 2_500 });
const checked: PreflightResult = {
  ok: true,
  currency: "EUR",
  lines: [{ productId: 7, product: card, price: 2_500, quantity: 2, countryCode: "DE", total: 5_000 }],
  price: 5_000,
  problems: [],
  orderProblems: [],
  existingReference: null,
  recentOrder: null,
  inFlight: { orders: 0, price: 0 },
  overLimit: null,
  budgets: [],
  slowedDownUntil: null,
};
const draft: OrderDraft = { externalOrderCode: " PO-7 ", note: "", purchaseOrder: "17", lines: [] };

describe("what a review sends", () => {
  it("is the price of every line that was shown, fixed ones too, so that nobody pays another one unseen", () => {
    const id = newUuid();
    const line = { id, productId: 7, amount: "25", quantity: "2", countryCode: "DE" };
    const confirmation = confirmationOf(checked, draft, [line], newUuid());
    expect(confirmation).toMatchObject({
      externalOrderCode: "PO-7",
      purchaseOrder: "17",
      currency: "EUR",
      lines: [{ lineId: id, productId: 7, price: 2_500, quantity: 2, countryCode: "DE" }],
    });
    const request = { ...confirmation, draft: { id: newUuid(), version: 3 } };
    expect(placeOrderRequestSchema.safeParse(request).success).toBe(true);
    expect(request).not.toHaveProperty("note");
  });
});

describe("a request to place an order", () => {
  const line = { productId: 7, quantity: 1 };
  const [one, other] = [newUuid(), newUuid()];
  const request = { confirmationId: newUuid(), currency: "EUR" };
  const named = { id: newUuid(), version: 1 };

  it("names each line of its draft once", () => {
    const parse = (lines: unknown[]) =>
      placeOrderRequestSchema.safeParse({ ...request, lines, draft: named }).success;
    expect(
      parse([
        { ...line, lineId: one },
        { ...line, lineId: other },
      ]),
    ).toBe(true);
    expect(
      parse([
        { ...line, lineId: one },
        { ...line, lineId: one },
      ]),
    ).toBe(false);
    expect(parse([{ ...line, lineId: one }, line])).toBe(false);
  });

  it("names no lines of a draft if it has none, as programs do", () => {
    expect(placeOrderRequestSchema.safeParse({ ...request, lines: [line, line] }).success).toBe(true);
    expect(placeOrderRequestSchema.safeParse({ ...request, lines: [{ ...line, lineId: one }] }).success).toBe(
      false,
    );
  });
});

describe("what changed since a line was added", () => {
  const line = { id: newUuid(), productId: 7, amount: "20.00", quantity: "2", countryCode: "DE" };

  it("is the price, said with the old one", () => {
    expect(changesSinceAdded(line, card, card)).toEqual(["The price was €20.00 when you added it."]);
  });

  it("is nothing if nothing changed, nor if an amount was chosen freely", () => {
    expect(changesSinceAdded({ ...line, amount: "25" }, card, card)).toEqual([]);
    const open = product(7, { denomination: "open", price: null });
    expect(changesSinceAdded(line, open, open)).toEqual([]);
  });

  it("is the name and the kind as well", () => {
    const before = product(7, { name: "Old", denomination: "open", price: 2_500 });
    expect(changesSinceAdded({ ...line, amount: "25" }, before, card)).toHaveLength(2);
  });
});

describe("what is known after sending", () => {
  const problem = (status: number, type = "x") => ({ type, title: "", status, detail: "", requestId: "" });

  it("is that nothing was bought only if a server has read the request and refused it, or nothing left", () => {
    expect([400, 403, 409, 422, 429].map((status) => outcomeOf(problem(status)))).toEqual(
      Array.from({ length: 5 }, () => "refused"),
    );
    expect(outcomeOf(problem(0, "offline"))).toBe("not-sent");
  });

  it("is unknown for everything else", () => {
    for (const status of [0, 200, 302, 500, 502, 503, 504]) {
      expect(outcomeOf(problem(status, "no-answer"))).toBe("unknown");
    }
    for (const status of [403, 408, 429]) expect(outcomeOf(problem(status, "unreadable"))).toBe("unknown");
  });

  it("stays unknown when the outcome is asked for offline, or by somebody who is turned away", () => {
    expect(outcomeOf(problem(0, "offline"), true)).toBe("unknown");
    for (const status of [401, 403, 503]) expect(outcomeOf(problem(status), true)).toBe("unknown");
    for (const status of [400, 409, 422, 429]) expect(outcomeOf(problem(status), true)).toBe("refused");
  });
});
