"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Wallet } from "lucide-react";
import type { WalletView } from "#lib/contracts/wallet.ts";
import { currencyName } from "#lib/catalog/filters/labels.ts";
import { walletQuery } from "#lib/queries/wallet.ts";
import { Amount } from "#components/money/Amount.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";

/** The balances of the partner's wallet, as the service reports them. */
export function WalletScreen() {
  const environment = useEnvironment();
  const { data, error, refetch, isFetching } = useQuery(walletQuery(environment));
  const again = () => void refetch();
  return (
    <>
      <PageHeader
        title="Wallet"
        aside={data ? <AsOf at={data.asOf} /> : null}
        description={ENVIRONMENT_WORDS[environment].meaning}
        actions={
          <Button onClick={again} loading={isFetching}>
            <RefreshCw aria-hidden className="size-4" />
            Refresh
          </Button>
        }
      />
      {data ? (
        <Balances wallet={data} failed={error !== null} />
      ) : error ? (
        <ProblemState
          title="The wallet couldn't be loaded"
          error={error}
          onRetry={again}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading the wallet" />
      )}
    </>
  );
}

function Balances({ wallet, failed }: { wallet: WalletView; failed: boolean }) {
  return (
    <>
      {wallet.stale || failed ? (
        <Banner tone="partial" title="These balances may be out of date" className="mb-4">
          {wallet.staleReason ?? "The latest balances couldn't be loaded. Refresh to try again."}
        </Banner>
      ) : null}
      {wallet.balances.length > 0 ? (
        <BalanceTable wallet={wallet} />
      ) : (
        <EmptyState icon={Wallet} title="No balances found">
          The service answered in a form that this page can't read. See the raw response below. Whoever runs
          Codedesk can say where the balances are, with SERVICE_WALLET_POINTER.
        </EmptyState>
      )}
      <Raw raw={wallet.raw} open={wallet.balances.length === 0} />
    </>
  );
}

/** Every amount under the service's own name for it: only the service knows which of them can be spent. */
function BalanceTable({ wallet }: { wallet: WalletView }) {
  const names = [...new Set(wallet.balances.flatMap(({ amounts }) => amounts.map(({ name }) => name)))];
  return (
    <Table label="Balances">
      <TableHead>
        <HeadCell>Currency</HeadCell>
        {names.map((name) => (
          <HeadCell key={name} numeric>
            <bdi>{name}</bdi>
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {wallet.balances.map(({ currency, amounts }) => (
          <Row key={currency}>
            <Cell>
              <bdi className="font-medium">{currency}</bdi>{" "}
              <span className="text-ink-faint max-sm:hidden">{currencyName(currency)}</span>
            </Cell>
            {names.map((name) => {
              const found = amounts.find((each) => each.name === name);
              return (
                <Cell key={name} numeric>
                  {found ? (
                    <Amount minor={found.amount} currency={currency} />
                  ) : (
                    <span className="sr-only">none</span>
                  )}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const RAW_LIMIT = 20_000;

function Raw({ raw, open }: { raw: unknown; open: boolean }) {
  const text = JSON.stringify(raw, null, 2) ?? "";
  return (
    <details open={open} className="mt-6">
      <summary className="font-medium">Raw response</summary>
      <pre
        dir="ltr"
        className="mt-2 rounded-md bg-surface p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text.length > RAW_LIMIT ? `${text.slice(0, RAW_LIMIT)}\n…` : text}
      </pre>
    </details>
  );
}
