import type { WalletBalance } from "#lib/contracts/wallet.ts";

/** The most that a balance can pay for, in minor units: it can have several amounts, whose names are the service's own. */
export function spendable({ amounts }: WalletBalance): number {
  return Math.max(...amounts.map(({ amount }) => amount));
}

/**
 * What is to be said about paying for something that costs at least `least` (minor units): the wallet has no balance of its
 * currency, or holds less. Null: nothing; also where no balance could be read, which says nothing about this one.
 */
export function walletWarning(
  balances: readonly WalletBalance[],
  currency: string | null,
  least: number | null,
): "no-balance" | "too-dear" | null {
  if (balances.length === 0 || currency === null) return null;
  const own = balances.find((balance) => balance.currency === currency);
  if (own === undefined) return "no-balance";
  return least !== null && least > spendable(own) ? "too-dear" : null;
}
