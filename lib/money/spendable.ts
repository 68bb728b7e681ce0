import type { WalletBalance, WalletReading } from "#lib/contracts/money/wallet.ts";
import { isSameCurrency } from "./currencies.ts";

/** The most that a balance can pay for, in minor units. It can have several amounts, with the service's own names. */
export function spendable({ amounts }: WalletBalance): number {
  return Math.max(...amounts.map(({ amount }) => amount));
}

/** The balance in a currency; undefined if the wallet has none. */
export function balanceIn(
  balances: readonly WalletBalance[],
  currency: string | null,
): WalletBalance | undefined {
  return balances.find((balance) => isSameCurrency(balance.currency, currency));
}

/** Whether the wallet has this currency, but no amount of it that could be read: nothing is known then about what it can pay for. */
export function isUnreadIn({ balances, unread = [] }: Readable, currency: string | null): boolean {
  return (
    balanceIn(balances, currency) === undefined &&
    unread.some((each) => isSameCurrency(each.currency, currency))
  );
}
type Readable = Pick<WalletReading, "balances" | "unread">;

/**
 * A warning about paying at least `least` (minor units): the wallet has no balance in this currency, or a lower one. Null if
 * there is nothing to warn about, and if no balance could be read, which says nothing about this one.
 */
export function walletWarning(
  balances: readonly WalletBalance[],
  currency: string | null,
  least: number | null,
): "no-balance" | "too-dear" | null {
  if (balances.length === 0 || currency === null) return null;
  const own = balanceIn(balances, currency);
  if (own === undefined) return "no-balance";
  return least !== null && least > spendable(own) ? "too-dear" : null;
}

const AVAILABLE = /avail|spend|free|usable/i;
const RESERVED = /reserv|held|hold|pending|block/i;

/** Whether an amount is reserved, judged by the service's name for it. */
export function isReserved(name: string): boolean {
  return RESERVED.test(name) && !AVAILABLE.test(name);
}

/**
 * What can be spent of a balance now, in minor units: the amount that is named so, otherwise the first that is not reserved.
 * Names are the service's own; a single amount needs no name.
 */
export function availableAmount({ amounts }: WalletBalance): number {
  const found =
    amounts.find(({ name }) => AVAILABLE.test(name)) ??
    amounts.find(({ name }) => !isReserved(name)) ??
    amounts[0];
  return found?.amount ?? 0;
}
