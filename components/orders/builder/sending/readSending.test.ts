import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeOrderRequestSchema } from "#lib/contracts/orders/placeOrder.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { readSending } from "./readSending.ts";

const request = {
  confirmationId: newUuid(),
  currency: "EUR",
  externalOrderCode: "PO-7",
  lines: [
    { productId: 7, quantity: 2, price: 2_500, lineId: newUuid() },
    { productId: 8, quantity: 1, lineId: newUuid() },
  ],
  draft: { id: newUuid(), version: 3 },
};
const other = { ...request, confirmationId: newUuid(), currency: "USD" };

describe("a confirmation whose outcome a tab does not know", () => {
  it("is read exactly as it was sent, so that asking again makes no other order", () => {
    expect(placeOrderRequestSchema.safeParse(request).success).toBe(true);
    for (const requests of [[request], [request, other]]) {
      expect(readSending(JSON.parse(JSON.stringify({ requests })))).toEqual({ requests });
    }
  });

  it("is read as an earlier version kept it", () => {
    expect(readSending({ request })).toEqual({ requests: [request] });
  });

  it("is none if nothing is kept, or nothing that could be shown and sent", () => {
    const [line] = request.lines;
    const bad = [
      { ...request, confirmationId: 1 },
      { ...request, currency: null },
      { ...request, lines: "2" },
      { ...request, lines: [null] },
      { ...request, lines: [{ ...line, productId: "7" }] },
      { ...request, lines: [{ ...line, quantity: 1.5 }] },
      { ...request, lines: [{ ...line, price: "2500" }] },
    ];
    for (const each of bad) {
      expect(readSending({ requests: [each] })).toBeNull();
      expect(readSending({ requests: [request, each] })).toBeNull();
    }
    for (const kept of [null, [], {}, { requests: [] }, { requests: {} }, { request: null }]) {
      expect(readSending(kept)).toBeNull();
    }
  });

  it("is none in any other value, and nothing fails", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readSending(value)).toBeNull();
      }),
    );
  });
});
