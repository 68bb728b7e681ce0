"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { WalletView } from "#lib/contracts/money/wallet.ts";
import { paths } from "#lib/paths.ts";
import { walletQuery } from "#lib/queries/wallet.ts";
import { LowBalance } from "#components/money/LowBalance.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { RawResponse } from "#components/ui/display/RawResponse.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Balances } from "./Balances.tsx";
import { HistoryPart } from "./HistoryPart.tsx";

/** The balances of the partner's wallet, as the service reports them, and how they moved. */
export function WalletScreen() {
  const environment = useEnvironment();
  const query = useQuery(walletQuery(environment));
  const { data, error, refetch, isFetching } = query;
  return (
    <>
      <PageHeader
        title="Wallet"
        aside={data ? <AsOf at={data.asOf} /> : null}
        description={ENVIRONMENT_WORDS[environment].meaning}
        actions={
          <>
            <LinkButton href={paths.budgets()}>Budgets</LinkButton>
            <LinkButton href={paths.statement()}>Statements</LinkButton>
            <Button onClick={() => void refetch()} loading={isFetching}>
              <Icon shape={RefreshCw} className="size-4" />
              Refresh
            </Button>
          </>
        }
      />
      <QueryPart
        query={query}
        failed="The wallet couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading the wallet" />}
      >
        {(read) => <Loaded wallet={read} failed={error !== null} />}
      </QueryPart>
    </>
  );
}

function Loaded({ wallet, failed }: { wallet: WalletView; failed: boolean }) {
  // Whoever sets up the connection may want to see it; others do where nothing else shows the balances.
  const mayReadSettings = usePermission("settings.read");
  const isUnread = wallet.balances.length === 0 || wallet.unread !== undefined;
  return (
    <>
      {wallet.stale || failed ? (
        <Banner tone="partial" title="These balances may be out of date" className="mb-4">
          {wallet.staleReason ?? "The latest balances couldn't be loaded. Refresh to try again."}
        </Banner>
      ) : null}
      <LowBalance environment={useEnvironment()} />
      <Balances wallet={wallet} />
      <div className="mt-8">
        <HistoryPart
          currencies={wallet.balances.flatMap(({ currency }) => (currency === "" ? [] : currency))}
        />
      </div>
      {isUnread || mayReadSettings ? <RawResponse raw={wallet.raw} open={isUnread} className="mt-6" /> : null}
    </>
  );
}
