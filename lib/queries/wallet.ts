import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "../contracts/environment.ts";
import type { WalletView } from "../contracts/wallet.ts";
import { apiPaths } from "../paths.ts";
import { MINUTE } from "../time/instant.ts";
import { fetchJson } from "./fetchJson.ts";

/** The wallet as the service tells it now, or the last snapshot with its time. */
export function walletQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "wallet"],
    queryFn: ({ signal }) => fetchJson<WalletView>(apiPaths.wallet(), { environment, signal }),
    staleTime: MINUTE,
  });
}
