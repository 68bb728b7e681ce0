"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { WalletBalance as Balance } from "#lib/contracts/money/wallet.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted } from "#lib/text/counts.ts";
import { worthShowing } from "#lib/money/worthShowing.ts";
import { balanceIn, isUnreadIn, spendable } from "#lib/money/spendable.ts";
import { walletQuery } from "#lib/queries/wallet.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { DaysLeft } from "#components/money/DaysLeft.tsx";
import { Amount } from "#components/money/Amount.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";

const NOTHING = { orders: 0, price: 0 };

/** The wallet's balance in a currency, beside an order's total. Only informs: the service decides. */
export function WalletBalance({
  environment,
  currency,
  total,
  inFlight = NOTHING,
  showsDays = false,
}: {
  environment: Environment;
  currency: string;
  total: number | null;
  /** Orders on their way to the service that the wallet may not have paid for yet. */
  inFlight?: { orders: number; price: number };
  /** Whether it says how many days what is left lasts. */
  showsDays?: boolean;
}) {
  const { data, error, isPending } = useQuery(walletQuery(environment));
  if (isPending) return <Skeleton className="h-5 w-full" />;
  if (!data) {
    return (
      <p className="text-[0.8125rem] text-ink-faint">Wallet couldn't be loaded: {asProblem(error).detail}</p>
    );
  }
  const balance = balanceIn(data.balances, currency);
  if (!balance) {
    return (
      <p className="text-[0.8125rem] text-ink-faint">
        {data.balances.length === 0 || isUnreadIn(data, currency)
          ? "The wallet balance can't be read. See the wallet page."
          : `Your wallet has no ${currency} balance`}
      </p>
    );
  }
  return (
    <div className="text-[0.8125rem] text-ink-soft">
      {worthShowing(balance.amounts).map(({ name, amount }) => (
        <p key={name} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            Wallet{balance.amounts.length > 1 ? ` · ${name}` : ""} <AsOf at={data.asOf} />
          </span>
          <Amount minor={amount} currency={currency} />
        </p>
      ))}
      {data.stale && data.staleReason ? <p className="text-ink-faint">{data.staleReason}</p> : null}
      {inFlight.orders > 0 ? (
        <p className="flex justify-between gap-3">
          <span>{counted(inFlight.orders, "open order", "open orders")} may still cost</span>
          <Amount minor={inFlight.price} currency={currency} />
        </p>
      ) : null}
      <Remark
        environment={environment}
        balance={balance}
        total={total}
        inFlight={inFlight.price}
        showsDays={showsDays}
      />
    </div>
  );
}

/** What the order leaves in the wallet, or that it exceeds it. */
function Remark({
  environment,
  balance,
  total,
  inFlight,
  showsDays,
}: {
  environment: Environment;
  balance: Balance;
  total: number | null;
  inFlight: number;
  showsDays: boolean;
}) {
  const mayReadSpend = usePermission("orders.read");
  if (total === null) return null;
  const left = spendable(balance) - inFlight - total;
  if (left >= 0) {
    return (
      <p className="flex justify-between gap-3 font-medium text-ink">
        <span className="min-w-0">
          Left after this order{" "}
          {showsDays && mayReadSpend ? (
            <DaysLeft currency={balance.currency} amount={left} environment={environment} />
          ) : null}
        </span>
        <Amount minor={left} currency={balance.currency} />
      </p>
    );
  }
  return (
    <p className="mt-1 text-partial">
      {environment === "sandbox"
        ? "Exceeds your wallet balance. The sandbox never charges it."
        : "Exceeds your wallet balance. The service decides whether to accept the order."}
    </p>
  );
}
