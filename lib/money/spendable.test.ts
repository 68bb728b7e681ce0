import { describe, expect, it } from "vitest";
import { isUnreadIn, walletWarning } from "./spendable.ts";

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

describe("a currency whose amount could not be read", () => {
  it("is in the wallet: it is neither missing nor too little", () => {
    const unread = [{ currency: "EUR", name: "balance", text: "9007199254740993" }];
    const dollars = { currency: "USD", amounts: [{ name: "balance", amount: 5 }] };
    expect(isUnreadIn({ balances: [dollars], unread }, "eur")).toBe(true);
    expect(isUnreadIn({ balances: [dollars], unread }, "USD")).toBe(false);
    expect(isUnreadIn({ balances: [dollars] }, "EUR")).toBe(false);
  });
});
