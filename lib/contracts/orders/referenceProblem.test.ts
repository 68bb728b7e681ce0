import { describe, expect, it } from "vitest";
import { preflightRequestSchema } from "./placeOrder.ts";
import { referenceProblem } from "./referenceProblem.ts";

const isAccepted = (externalOrderCode: string) =>
  preflightRequestSchema.safeParse({
    currency: "EUR",
    externalOrderCode,
    lines: [{ productId: 1, quantity: 1 }],
  }).success;

describe("an order reference with characters that nobody sees", () => {
  it.each(["PO\u001b1", "PO\u00001", "PO\u202e1", "PO\u200b1", "PO\n1", "PO\u20281"])(
    "is refused at its field, by the same rule as when it is sent: %j",
    (typed) => {
      expect(referenceProblem(typed)).toMatch(/characters that nobody sees \(U\+[0-9A-F]{4}\)/);
      expect(isAccepted(typed)).toBe(false);
    },
  );

  it.each(["PO 1", "Bestellung Ä-1", "注文-1", " PO-1 "])("has none: %j", (typed) => {
    expect(referenceProblem(typed)).toBeNull();
    expect(isAccepted(typed)).toBe(true);
  });

  it("is no problem where it is left blank", () => {
    expect(referenceProblem("")).toBeNull();
  });
});
