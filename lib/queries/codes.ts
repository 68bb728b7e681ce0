import { queryOptions } from "@tanstack/react-query";
import type { CodesPage } from "#lib/contracts/codes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { RevealAlerts } from "#lib/contracts/revealAlerts.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";

/** Reveals one page of an order's codes, audited. Deliberately no query: codes stay out of every cache. */
export function revealCodes(
  environment: Environment,
  reference: string,
  body: { skip: number; take: number; reason?: string },
  signal?: AbortSignal,
) {
  return fetchJson<CodesPage>(apiPaths.codes(reference), { method: "POST", body, environment, signal });
}

/** Shows for this session that the member is the one who signed in: codes may be revealed again for a while. */
export function confirmPassword(environment: Environment, password: string) {
  return fetchJson<undefined>(apiPaths.confirmPassword(), {
    method: "POST",
    body: { password },
    environment,
  });
}

/** For administrators: who almost used up a limit on revealing codes. Holds no code. */
export function revealAlertsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "codes", "alerts"],
    queryFn: ({ signal }) => fetchJson<RevealAlerts>(apiPaths.revealAlerts(), { environment, signal }),
    refetchInterval: MINUTE,
  });
}
