import { describe, expect, it } from "vitest";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { supportPacket } from "./supportPacket.ts";

const at = Date.parse("2030-01-02T09:00:00Z");
const packet = (more: Parameters<typeof orderView>[0]) =>
  supportPacket(orderView(more), { now: at, version: "9.9.9" });
const entry = {
  id: "1",
  at: "2030-01-01T12:00:01.000Z",
  actor: "Ada Lovelace",
  from: "submitting",
  to: "rejected",
} as const;

describe("a support packet", () => {
  it("has ids, times in UTC, messages, attempts and versions", () => {
    const text = packet({
      orderId: "4711",
      statusName: "REFUSED",
      attempts: 2,
      refusal: { statusCode: 422, error: "Unprocessable Entity", message: "Product 7 is not available." },
      timeline: [
        {
          ...entry,
          action: "order.attempted",
          details: { attempt: 2, outcome: "refused", statusCode: 422, message: "No." },
        },
      ],
    });
    for (const part of [
      "Order reference: CD-1",
      "Order ID: 4711",
      "Service status: REFUSED",
      "Attempts: 2",
      "Refusal: 422 Unprocessable Entity: Product 7 is not available.",
      "- product 7 · quantity 3 · €10.00 · DE",
      "2030-01-01T12:00:01.000Z Order sent · submitting -> rejected · attempt 2 · outcome refused · statusCode 422 · message No.",
      "Codedesk 9.9.9 · interface /v2 · written 2030-01-02T09:00:00.000Z",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("says of amounts without a currency that they are minor units", () => {
    const text = packet({ currency: null });
    expect(text).toContain("Total: 3,000 minor units");
    expect(text).toContain("- product 7 · quantity 3 · 1,000 minor units · DE");
  });

  it("has no balance, no note, no purchase order, no tag, no name of a member and nothing that a member wrote", () => {
    const canary = "canary-4711";
    const text = packet({
      note: canary,
      purchaseOrder: canary,
      tags: [canary],
      placedBy: canary,
      dismissal: { at: entry.at, by: canary },
      wallet: { balances: [{ currency: "EUR", amounts: [{ name: canary, amount: 99 }] }], raw: canary },
      timeline: [
        { ...entry, actor: canary, action: "codes.revealed", details: { reason: canary, count: 3 } },
        { ...entry, action: "order.closed", details: { reason: canary } },
        { ...entry, action: "order.labelled", details: { note: { from: canary, to: canary } } },
      ],
    });
    expect(text).not.toContain(canary);
    expect(text).toContain("Codes revealed");
  });
});
