import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { WalletView } from "#lib/contracts/wallet.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "./fetchJson.ts";

/** The wallet as the service tells it now, or the last snapshot with its time. */
export function walletQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "wallet"],
    queryFn: ({ signal }) => fetchJson<WalletView>(apiPaths.wallet(), { environment, signal }),
    staleTime: MINUTE,
  });
}
