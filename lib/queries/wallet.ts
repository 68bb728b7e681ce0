import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ChangeWalletLimit } from "#lib/contracts/money/wallet.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The wallet as the service reports it now, or the last snapshot with its time. */
export function walletQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "wallet"],
    queryFn: ({ signal }) => fetchJson(apiPaths.wallet(), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** The balance of a currency day by day. */
export function walletHistoryQuery(environment: Environment, currency: string, days: 30 | 90 | 365) {
  return queryOptions({
    queryKey: [environment, "wallet", "history", currency, days],
    queryFn: ({ signal }) => fetchJson(apiPaths.walletHistory(currency, days), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** The balances below which members are warned. */
export function walletLimitsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "wallet", "limits"],
    queryFn: ({ signal }) => fetchJson(apiPaths.walletLimits(), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** Sets or removes a limit. Throws a ProblemError. */
export async function changeWalletLimit(
  client: QueryClient,
  environment: Environment,
  body: ChangeWalletLimit,
): Promise<void> {
  const limits = await fetchJson(apiPaths.walletLimits(), { method: "PUT", body, environment });
  client.setQueryData(walletLimitsQuery(environment).queryKey, limits);
}
