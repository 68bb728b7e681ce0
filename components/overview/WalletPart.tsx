"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { WalletView } from "#lib/contracts/money/wallet.ts";
import { worthShowing } from "#lib/money/worthShowing.ts";
import { paths } from "#lib/paths.ts";
import { availableAmount } from "#lib/money/spendable.ts";
import { walletQuery } from "#lib/queries/wallet.ts";
import { Amount } from "#components/money/Amount.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { LowBalance } from "#components/money/LowBalance.tsx";
import { DaysLeft } from "#components/money/DaysLeft.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The balances, one row for each currency. */
export function WalletPart() {
  const query = useQuery(walletQuery(useEnvironment()));
  return (
    <Section
      title={<TextLink href={paths.wallet()}>Wallet</TextLink>}
      aside={query.data ? <AsOf at={query.data.asOf} /> : null}
    >
      <QueryPart
        compact
        query={query}
        failed="The wallet couldn't be loaded"
        skeleton={<SkeletonRows rows={3} label="Loading the wallet" />}
      >
        {(data) => <Balances wallet={data} />}
      </QueryPart>
    </Section>
  );
}

function Balances({ wallet }: { wallet: WalletView }) {
  const environment = useEnvironment();
  return (
    <>
      <LowBalance environment={environment} />
      {wallet.staleReason ? <p className="pt-2 text-partial">{wallet.staleReason}</p> : null}
      {wallet.balances.length === 0 ? (
        <p className="py-2 text-ink-soft">
          The service answered in a form that can't be read. See the raw response on the wallet page.
        </p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,1fr)_max-content]">
          {wallet.balances.map(({ currency, amounts }) => (
            <Fragment key={currency}>
              <dt className="flex min-h-10 flex-col justify-center border-b border-line font-medium">
                {currency}
                <DaysLeft
                  currency={currency}
                  amount={availableAmount({ currency, amounts })}
                  environment={environment}
                />
              </dt>
              <dd className="flex min-h-10 flex-col items-end justify-center border-b border-line py-1">
                {worthShowing(amounts).map(({ name, amount }) => (
                  <span key={name}>
                    {amounts.length > 1 ? <span className="text-xs text-ink-faint">{name} </span> : null}
                    <Amount minor={amount} currency={currency} />
                  </span>
                ))}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}
