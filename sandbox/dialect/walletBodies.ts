import { CHOICES } from "#sandbox/interface/choices.ts";
import type { Dialect } from "./names.ts";

const CURRENCIES: [string, number][] = [
  ["EUR", 1_250_000],
  ["USD", 840_000],
  ["GBP", 310_050],
  ["JPY", 5_000_000],
  ["KWD", 750_125],
];

/** Sandbox runs on test data and never charges the wallet (docs/service-interface.md §1): the balances stay. */
export function walletBody(dialect: Dialect): unknown {
  switch (dialect) {
    case "array":
      return CURRENCIES.map(([currency, balance]) => ({ currency, balance }));
    case "nested":
      return {
        wallet: { accounts: CURRENCIES.map(([code, total]) => ({ currency: { code }, total, reserved: 0 })) },
      };
    case "epoch":
    case "bare":
      return Object.fromEntries(CURRENCIES);
    case "strings":
      return {
        balances: Object.fromEntries(
          CURRENCIES.map(([code, available]) => [code, { available, reserved: 0 }]),
        ),
      };
    case "grouped":
      return { currency: "EUR", balance: 1_250_000 };
    case "detailed":
    case "frugal":
    case "plain":
      return {
        balances: CURRENCIES.map(([currencyCode, available]) => ({ currencyCode, available, reserved: 0 })),
      };
  }
}

/** Under which name an order carries the snapshot. */
export function walletKey(dialect: Dialect): string {
  return dialect === "nested" ? "walletSnapshot" : dialect === "strings" ? "balance" : CHOICES.walletKey;
}
