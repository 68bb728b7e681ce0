import type { WalletAmount } from "#lib/contracts/money/wallet.ts";

/** The first amount of a currency and the others that are not zero; the wallet page has all of them. */
export function worthShowing(amounts: readonly WalletAmount[]): readonly WalletAmount[] {
  return amounts.filter(({ amount }, index) => index === 0 || amount !== 0);
}
