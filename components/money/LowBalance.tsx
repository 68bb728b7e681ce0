"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { availableAmount } from "#lib/money/spendable.ts";
import { walletLimitsQuery, walletQuery } from "#lib/queries/wallet.ts";
import { counted } from "#lib/text/counts.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { WithAmounts } from "./WithAmounts.tsx";

/** Lists the balances below the limits that administrators have set. For members who may see the wallet. */
export function LowBalance({ environment }: { environment: Environment }) {
  const { data: wallet } = useQuery(walletQuery(environment));
  const { data: limits } = useQuery(walletLimitsQuery(environment));
  const low = (limits?.limits ?? []).flatMap(({ currency, amount }) => {
    const balance = wallet?.balances.find((each) => each.currency === currency);
    if (balance === undefined || availableAmount(balance) >= amount) return [];
    return [
      {
        currency,
        text: `${formatAmount(availableAmount(balance), currency)} of ${formatAmount(amount, currency)}`,
      },
    ];
  });
  if (low.length === 0) return null;
  return (
    <Banner
      tone="partial"
      title={
        low.length === 1 ? "A balance is low" : counted(low.length, "balance is low", "balances are low")
      }
      className="my-3"
    >
      <ul>
        {low.map(({ currency, text }) => (
          <li key={currency}>
            <bdi translate="no">{currency}</bdi>: <WithAmounts>{text}</WithAmounts>, the limit that your
            administrators have set. Top up the wallet before you order.
          </li>
        ))}
      </ul>
    </Banner>
  );
}
