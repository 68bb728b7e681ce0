import { describe, expect, it } from "vitest";
import { moveClaimRequestSchema, openClaimRequestSchema } from "#lib/contracts/claims/claims.ts";
import { takeCodesRequestSchema } from "#lib/contracts/codes/handOut.ts";
import {
  acceptAnswerRequestSchema,
  closeOrderRequestSchema,
  declineOrderRequestSchema,
  labelOrderRequestSchema,
} from "#lib/contracts/orders/order.ts";
import { placeOrderRequestSchema } from "#lib/contracts/orders/placeOrder.ts";

const HIDDEN = "PO\r\n-1\u202e\u0007\u2028x";
const ORDER = { currency: "EUR", confirmationId: "0b7c7a2e-6f0e-4c5a-9c55-0c3f6b6a2a11" };

describe("a text that people or programs type, and that is stored", () => {
  it.each([
    ["an order's purchase order", () => placed({ purchaseOrder: HIDDEN }).purchaseOrder],
    ["the country of a line", () => placed({}, HIDDEN).lines[0]?.countryCode],
    [
      "a changed purchase order",
      () => labelOrderRequestSchema.parse({ purchaseOrder: HIDDEN }).purchaseOrder,
    ],
    ["why an order is closed", () => closeOrderRequestSchema.parse({ reason: HIDDEN }).reason],
    ["why an order is declined", () => declineOrderRequestSchema.parse({ reason: HIDDEN }).reason],
    ["why an answer is accepted", () => acceptAnswerRequestSchema.parse({ reason: HIDDEN }).reason],
    ["why a claim is refused", () => moved({ to: "refused", reason: HIDDEN }).reason],
    ["the supplier's reference", () => moved({ to: "sent", supplierReference: HIDDEN }).supplierReference],
    ["a customer's reference", () => handOut(HIDDEN).customerReference],
  ])("is one line of visible characters: %s", (_, stored) => {
    expect(stored()).toBe("PO -1 x");
  });

  it("has lines and nothing hidden where it is a note", () => {
    expect(placed({ note: HIDDEN }).note).toBe("PO\n-1\nx");
    expect(labelOrderRequestSchema.parse({ note: HIDDEN }).note).toBe("PO\n-1\nx");
    expect(openClaimRequestSchema.parse({ order: "A", number: 1, said: HIDDEN }).said).toBe("PO\n-1\nx");
  });

  it("is bounded, and a reason is not made of what nobody sees", () => {
    expect(() => placed({ purchaseOrder: "x".repeat(201) })).toThrow("at most 200 characters");
    expect(() => closeOrderRequestSchema.parse({ reason: "\u200b\u202e" })).toThrow("Say why");
    expect(() => handOut("\u200b")).toThrow("Enter who");
  });
});

function placed(more: object, countryCode = "DE") {
  return placeOrderRequestSchema.parse({
    ...ORDER,
    lines: [{ productId: 1, quantity: 1, countryCode }],
    ...more,
  });
}

function handOut(customerReference: string) {
  return takeCodesRequestSchema.parse({ productId: 1, customerReference, takeId: ORDER.confirmationId });
}

function moved(body: object): { reason?: string; supplierReference?: string } {
  const move = moveClaimRequestSchema.parse(body);
  return move.to === "refused" || move.to === "sent" ? move : {};
}
