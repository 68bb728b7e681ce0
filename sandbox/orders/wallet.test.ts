import { describe, expect, it } from "vitest";
import { balancesAt } from "./wallet.ts";

const DAY = 24 * 60 * 60_000;
const order = (price: number, createdAt: number, currency = "EUR") => ({ price, createdAt, currency });
const euros = (...given: Parameters<typeof balancesAt>) =>
  balancesAt(...given).find(({ currency }) => currency === "EUR")?.available;

describe("the wallet of the sandbox", () => {
  it("holds five currencies, also one without decimals and one with three", () => {
    expect(balancesAt("fixed", [], 0)).toEqual([
      { currency: "EUR", available: 1_250_000 },
      { currency: "USD", available: 840_000 },
      { currency: "GBP", available: 310_050 },
      { currency: "JPY", available: 5_000_000 },
      { currency: "KWD", available: 750_125 },
    ]);
  });

  it("is never charged, whatever is ordered", () => {
    expect(euros("fixed", [order(5_000, 0)], 60 * DAY)).toBe(1_250_000);
  });

  it("is charged for each order of its currency and topped up every two weeks if it moves", () => {
    const orders = [order(5_000, DAY), order(700, 2 * DAY), order(900, 2 * DAY, "USD")];
    expect(euros("moving", [], 60 * DAY)).toBe(1_250_000);
    expect(euros("moving", orders, 14 * DAY)).toBe(1_250_000 - 5_700);
    expect(euros("moving", orders, 15 * DAY)).toBe(1_250_000 + 1_000_000 - 5_700);
    expect(euros("moving", orders, 44 * DAY)).toBe(1_250_000 + 3 * 1_000_000 - 5_700);
  });
});
