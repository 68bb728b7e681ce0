import { CHOICES } from "#sandbox/interface/choices.ts";
import type { Balance } from "#sandbox/orders/wallet.ts";
import type { Dialect } from "./names.ts";

/** The wallet as a dialect shows it. */
export function walletBody(dialect: Dialect, balances: readonly Balance[]): unknown {
  switch (dialect) {
    case "array":
      return balances.map(({ currency, available }) => ({ currency, balance: available }));
    case "nested":
      return {
        wallet: {
          accounts: balances.map(({ currency: code, available: total }) => ({
            currency: { code },
            total,
            reserved: 0,
          })),
        },
      };
    case "epoch":
    case "bare":
      return Object.fromEntries(balances.map(({ currency, available }) => [currency, available]));
    case "strings":
      return {
        balances: Object.fromEntries(
          balances.map(({ currency, available }) => [currency, { available, reserved: 0 }]),
        ),
      };
    case "grouped":
      return { currency: balances[0]?.currency, balance: balances[0]?.available };
    case "detailed":
    case "frugal":
    case "plain":
      return {
        balances: balances.map(({ currency: currencyCode, available }) => ({
          currencyCode,
          available,
          reserved: 0,
        })),
      };
  }
}

/** Under which name an order carries the snapshot. */
export function walletKey(dialect: Dialect): string {
  return dialect === "nested" ? "walletSnapshot" : dialect === "strings" ? "balance" : CHOICES.walletKey;
}
