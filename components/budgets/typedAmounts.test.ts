import { describe, expect, it } from "vitest";
import { readAmounts, writeAmounts } from "./typedAmounts.ts";

describe("the amounts of a budget, as they are typed", () => {
  it("are one for each currency, a line each, and are read as they are written", () => {
    const amounts = [
      { currency: "EUR", amount: 500_000 },
      { currency: "JPY", amount: 12_000 },
    ];
    expect(readAmounts(`eur 5000\n\n JPY 12000 `)).toEqual({ ok: true, amounts });
    expect(readAmounts(writeAmounts(amounts))).toEqual({ ok: true, amounts });
  });

  it.each([
    ["", "at least one"],
    ["5000", "Write a currency"],
    ["EUR five", "Write a currency"],
    ["EUR 1\neur 2", "one amount in EUR"],
  ])("are not read from %j", (text, message) => {
    expect(readAmounts(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});
