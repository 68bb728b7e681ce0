import { describe, expect, it } from "vitest";
import { walletWarning } from "./spendable.ts";

describe("a warning about the wallet", () => {
  const balances = [{ currency: "EUR", amounts: [{ name: "available", amount: 100 }] }];

  it.each([
    ["EUR", 100, null],
    ["EUR", 101, "too-dear"],
    ["USD", 1, "no-balance"],
    [null, 101, null],
    // A product may write its currency in another case than the wallet.
    ["eur", 100, null],
    ["eur", 101, "too-dear"],
  ] as const)("in %s for at least %s is %s", (currency, least, warning) => {
    expect(walletWarning(balances, currency, least)).toBe(warning);
  });
});
