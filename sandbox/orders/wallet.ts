import type { StoredOrder } from "./order.ts";

/** Whether balances stay the same, or change with the orders. */
export const WALLETS = ["fixed", "moving"] as const;
export type WalletName = (typeof WALLETS)[number];

/** The balance of the wallet in a currency, in minor units. */
export type Balance = { currency: string; available: number };

const OPENING: readonly Balance[] = [
  { currency: "EUR", available: 1_250_000 },
  { currency: "USD", available: 840_000 },
  { currency: "GBP", available: 310_050 },
  { currency: "JPY", available: 5_000_000 },
  { currency: "KWD", available: 750_125 },
];

/** Credited to a moving wallet at regular intervals, counted from its first order. */
const TOP_UPS: Readonly<Record<string, number>> = { EUR: 1_000_000, USD: 250_000, GBP: 150_000 };
const TOP_UP_EVERY_MS = 14 * 24 * 60 * 60_000;

/**
 * The balances at a moment. The sandbox runs on test data and never charges the wallet (docs/service-interface.md §1), so the
 * balances stay the same. A moving wallet, which is for demonstrations, is charged for each order and topped up every two weeks;
 * both are computed from the stored orders and the clock, so a restart changes nothing.
 */
export function balancesAt(
  wallet: WalletName,
  orders: readonly Pick<StoredOrder, "currency" | "price" | "createdAt">[],
  now: number,
): Balance[] {
  if (wallet === "fixed" || orders.length === 0) return OPENING.map((balance) => ({ ...balance }));
  const first = Math.min(...orders.map(({ createdAt }) => createdAt));
  const topUps = Math.max(0, Math.floor((now - first) / TOP_UP_EVERY_MS));
  return OPENING.map(({ currency, available }) => ({
    currency,
    available:
      available +
      topUps * (TOP_UPS[currency] ?? 0) -
      orders.filter((order) => order.currency === currency).reduce((sum, { price }) => sum + price, 0),
  }));
}
