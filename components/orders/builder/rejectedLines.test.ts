import { describe, expect, it } from "vitest";
import type { TypedLine } from "#lib/contracts/placeOrder.ts";
import { placeLabel } from "./ReviewFoot.tsx";
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

describe("the button of the review", () => {
  const euros = { price: 4_000, currency: "EUR", overLimit: null };
  const overLimit = { period: "order" as const, limit: 3_000, used: 0 };

  it("names the environment, how many orders, and every amount once it is known", () => {
    expect(placeLabel("sandbox", 1, [euros])).toBe("Place test order · €40.00");
    expect(placeLabel("production", 1, [euros])).toBe("Place order · €40.00");
    expect(placeLabel("sandbox", 2, [euros, { price: 2_500, currency: "JPY", overLimit: null }])).toBe(
      "Place 2 test orders · €40.00 + JP¥2,500",
    );
    expect(placeLabel("production", 2, [euros])).toBe("Place 2 orders");
    expect(placeLabel("production", 1, [{ price: null, currency: "EUR", overLimit: null }])).toBe(
      "Place order",
    );
  });

  it("says that it asks for approval if an order is above a limit", () => {
    const above = { ...euros, overLimit };
    expect(placeLabel("sandbox", 1, [above])).toBe("Ask for approval · €40.00");
    expect(placeLabel("production", 2, [above, above])).toBe(
      "Ask for approval of 2 orders · €40.00 + €40.00",
    );
    expect(placeLabel("production", 3, [above, euros, euros])).toBe(
      "Place 2 orders, ask for approval of 1 · €40.00 + €40.00 + €40.00",
    );
  });
});
