import { describe, expect, it } from "vitest";
import { readTypedMove, startOfMove } from "./typedMove.ts";

const start = startOfMove();

describe("what is typed to settle a claim", () => {
  it("is a request once everything that the state needs is there", () => {
    expect(readTypedMove("withdrawn", start).request).toEqual({ to: "withdrawn" });
    expect(readTypedMove("sent", start).request).toEqual({ to: "sent", supplierReference: "" });
    expect(readTypedMove("refused", { ...start, reason: "Works" }).request).toEqual({
      to: "refused",
      reason: "Works",
    });
    expect(readTypedMove("replaced", { ...start, order: " A-1 ", number: "12" }).request).toEqual({
      to: "replaced",
      order: "A-1",
      number: 12,
    });
    const credit = { ...start, currency: "eur", amount: "12.50", day: "2026-11-21" };
    expect(readTypedMove("credited", credit).request).toEqual({
      to: "credited",
      currency: "EUR",
      amount: 1_250,
      day: "2026-11-21",
    });
  });

  it("names every field that is missing", () => {
    expect(Object.keys(readTypedMove("refused", start).errors)).toEqual(["reason"]);
    expect(Object.keys(readTypedMove("replaced", { ...start, number: "0" }).errors)).toEqual([
      "order",
      "number",
    ]);
    expect(Object.keys(readTypedMove("credited", { ...start, amount: "0" }).errors)).toEqual([
      "currency",
      "amount",
      "day",
    ]);
  });
});
