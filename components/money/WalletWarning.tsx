"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { balanceIn, isUnreadIn, spendable, walletWarning } from "#lib/money/spendable.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { walletQuery } from "#lib/queries/wallet.ts";
import { WithAmounts } from "./WithAmounts.tsx";

export type WalletWarningProps = {
  environment: Environment;
  currency: string | null;
  /** The lowest possible cost in minor units; null while it is not known. */
  least: number | null;
};

/** Warns that the wallet cannot pay for something. Never prevents it: the service decides. */
export function WalletWarning({ environment, currency, least }: WalletWarningProps) {
  const { data } = useQuery(walletQuery(environment));
  const balances = data?.balances ?? [];
  const warning = walletWarning(balances, currency, least);
  if (warning === null || (data && isUnreadIn(data, currency))) return null;
  const own = balanceIn(balances, currency);
  return (
    <p className="text-[0.8125rem] text-partial">
      {own === undefined ? (
        `Your wallet has no ${currency} balance.`
      ) : (
        <WithAmounts>{`Exceeds your wallet balance of ${formatAmount(spendable(own), currency)}.`}</WithAmounts>
      )}{" "}
      {environment === "sandbox" ? "The sandbox never charges it." : "The service may reject the order."}
    </p>
  );
}
