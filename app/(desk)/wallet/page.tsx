import type { Metadata } from "next";
import { FirstPaintEnd } from "#components/ui/display/FirstPaint.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { WalletScreen } from "#components/wallet/WalletScreen.tsx";
import type { WalletView } from "#lib/contracts/money/wallet.ts";
import { within } from "#lib/time/within.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { overviewQuery } from "#lib/queries/overview.ts";
import { walletHistoryQuery, walletLimitsQuery, walletQuery } from "#lib/queries/wallet.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { readOverview } from "#server/overview/readOverview.ts";
import { readWalletLimits } from "#server/wallet/limits.ts";
import { readHistory } from "#server/wallet/readHistory.ts";
import { readWallet } from "#server/wallet/readWallet.ts";

export const metadata: Metadata = { title: "Wallet" };

/** A slow service must not delay the page: the browser then asks again. */
const TIMEOUT_MS = 150;

export default async function WalletPage() {
  const { request, environment } = await requireViewer("wallet.read");
  const client = makeQueryClient();
  const wallet = await readInTime(request);
  if (wallet !== null) client.setQueryData(walletQuery(environment).queryKey, wallet);
  const shown = wallet?.balances[0]?.currency;
  await Promise.all([
    client.prefetchQuery({
      ...walletLimitsQuery(environment),
      queryFn: () => readWalletLimits(request),
    }),
    client.prefetchQuery({
      ...overviewQuery(environment, 30),
      queryFn: () => readOverview(request, { days: "30" }),
    }),
    // The number of days is not known in advance, and what is below them would move.
    shown === undefined
      ? null
      : client.prefetchQuery({
          ...walletHistoryQuery(environment, shown, 30),
          queryFn: () => readHistory(request, { currency: shown, days: "30" }),
        }),
  ]);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <WalletScreen />
      <FirstPaintEnd />
    </PrefetchedQueries>
  );
}

/** Null if the service is slow or refuses: the page retries automatically, and shows the problem with a way to try again. */
async function readInTime(request: MemberRequest): Promise<WalletView | null> {
  try {
    return await within(TIMEOUT_MS, readWallet(request));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}
