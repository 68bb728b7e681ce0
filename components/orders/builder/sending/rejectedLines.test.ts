import { describe, expect, it } from "vitest";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { rejectionOf, rejectionsOf, rejectionsOfOrigin } from "./rejectedLines.ts";

const line = (id: string, change: Partial<TypedLine> = {}): TypedLine => ({
  id,
  productId: 12,
  amount: "10.00",
  quantity: "2",
  countryCode: "DE",
  ...change,
});
const problem = {
  type: "rejected",
  title: "Rejected",
  status: 422,
  detail: "no",
  requestId: "",
  lines: [
    { index: 0, productId: 12, message: "Product 12 is not available for purchase." },
    { index: 1, productId: 12, message: "Product 12 is not available for purchase." },
  ],
};

const order = (currency: string) => ({
  confirmationId: `of ${currency}`,
  part: null,
  request: { currency, lines: [] },
});

describe("why a line was rejected", () => {
  const review = [
    { ...order("EUR"), lines: [line("a"), line("b", { quantity: "3" })] },
    { ...order("USD"), lines: [line("c", { productId: 123 })] },
  ];
  const rejections = rejectionsOf(review, [
    { confirmationId: "of USD", kind: "placed", reference: "CD-1", state: "processing" },
    { confirmationId: "of EUR", kind: "refused", problem },
  ]);

  it("stands on every line of its product in the order that was refused, once, until the line is changed", () => {
    for (const own of review[0]?.lines ?? []) {
      expect(rejectionOf(rejections, own)).toMatchObject({
        messages: ["Product 12 is not available for purchase."],
        currency: "EUR",
      });
      for (const change of [{ amount: "11" }, { quantity: "9" }, { countryCode: "" }]) {
        expect(rejectionOf(rejections, { ...own, ...change })).toBeNull();
      }
    }
    expect(rejectionOf(rejections, line("c", { productId: 123 }))).toBeNull();
  });

  it("reaches the copy of the order, whose lines have other ids", () => {
    const { id: _id, ...said } = line("a");
    const origin = {
      reference: "CD-1",
      boughtNothing: true,
      doubt: null,
      mayDeliverUntil: null,
      decline: null,
      rejection: {
        refusal: null,
        currency: "KWD",
        lines: ["one", "two", "one"].map((message) => ({ line: said, message })),
      },
    };
    const copied = rejectionsOfOrigin(origin);
    expect(rejectionOf(copied, line("copy"))).toMatchObject({ messages: ["one", "two"], currency: "KWD" });
    expect(rejectionOf(copied, line("copy", { quantity: "1" }))).toBeNull();
    expect(rejectionsOfOrigin({ ...origin, rejection: null })).toEqual([]);
    expect(rejectionsOfOrigin(null)).toEqual([]);
  });
});
