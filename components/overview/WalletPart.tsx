"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { WalletView } from "#lib/contracts/wallet.ts";
import { paths } from "#lib/paths.ts";
import { walletQuery } from "#lib/queries/wallet.ts";
import { Amount } from "#components/money/Amount.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The balances, one row a currency. */
export function WalletPart() {
  const { data, error, isFetching, refetch } = useQuery(walletQuery(useEnvironment()));
  return (
    <Section
      title={<TextLink href={paths.wallet()}>Wallet</TextLink>}
      aside={data ? <AsOf at={data.asOf} /> : null}
    >
      {data ? (
        <Balances wallet={data} />
      ) : error ? (
        <ProblemState
          compact
          title="The wallet couldn't be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading the wallet" />
      )}
    </Section>
  );
}

function Balances({ wallet }: { wallet: WalletView }) {
  return (
    <>
      {wallet.staleReason ? <p className="pt-2 text-partial">{wallet.staleReason}</p> : null}
      {wallet.balances.length === 0 ? (
        <p className="py-2 text-ink-soft">
          The service answered in a form that can't be read. See the raw response on the wallet page.
        </p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,1fr)_max-content]">
          {wallet.balances.map(({ currency, amounts }) => (
            <Fragment key={currency}>
              {amounts.map(({ name, amount }) => (
                <Fragment key={name}>
                  <dt className="flex min-h-10 items-center gap-2 truncate border-b border-line">
                    <span className="font-medium">{currency}</span>
                    {amounts.length > 1 ? <span className="text-ink-faint">{name}</span> : null}
                  </dt>
                  <dd className="flex min-h-10 items-center justify-end border-b border-line">
                    <Amount minor={amount} currency={currency} />
                  </dd>
                </Fragment>
              ))}
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}
