import { describe, expect, it } from "vitest";
import type { WalletDay } from "#lib/contracts/money/wallet.ts";
import { unexplained } from "#lib/wallet/movements.ts";
import { explainMovement } from "./movementWords.ts";

const day = (movement: WalletDay["movement"]): WalletDay => ({
  day: "2026-11-20",
  balance: 1_000,
  at: "2026-11-20T12:00:00.000Z",
  source: "wallet",
  snapshots: 1,
  movement,
});
const words = (change: number, orders: number, spent: number) =>
  explainMovement(
    day({ change, orders, spent, unexplained: unexplained({ change, spent, isCharged: true }) }),
    "USD",
  );

describe("a movement of the wallet", () => {
  it("is explained by orders if they cost just that", () => {
    expect(words(-4_500, 2, 4_500)).toEqual({ orders: "2 orders · US$45.00", rest: null });
    expect(words(0, 0, 0)).toEqual({ orders: null, rest: "Balance unchanged" });
    const sandbox = { change: 0, orders: 1, spent: 4_500, unexplained: 0 };
    expect(explainMovement(day(sandbox), "USD")).toEqual({
      orders: "1 order · US$45.00",
      rest: "Balance unchanged",
    });
    const first = { orders: null, rest: "The first balance that the service reported" };
    expect(explainMovement(day(null), "USD")).toEqual(first);
  });

  it("says what orders do not explain, and what it may have been", () => {
    const more = "+US$120.00 not from orders: top-up or refund?";
    expect(words(12_000, 0, 0)).toEqual({ orders: null, rest: more });
    const orders = "1 order · US$45.00";
    expect(words(7_500, 1, 4_500)).toEqual({ orders, rest: more });
    const less = "−US$5.00 not from orders: ordered elsewhere, or a charge?";
    expect(words(-5_000, 1, 4_500)).toEqual({ orders, rest: less });
  });

  it("expects nothing of orders if the wallet is not charged", () => {
    expect(unexplained({ change: 0, spent: 4_500, isCharged: false })).toBe(0);
    expect(unexplained({ change: 700, spent: 4_500, isCharged: false })).toBe(700);
    expect(unexplained({ change: 0, spent: 4_500, isCharged: true })).toBe(4_500);
    expect(unexplained({ change: 3_000, spent: 4_500, isCharged: true })).toBe(7_500);
  });
});
