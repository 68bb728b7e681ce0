import { queryOptions } from "@tanstack/react-query";
import type {
  ClaimsQuery,
  ClaimTerms,
  EvidenceRequest,
  MoveClaimRequest,
  OpenClaimRequest,
} from "#lib/contracts/claims/claims.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The beginning of every query about claims, to read them again after a change. */
export function claimsKey(environment: Environment) {
  return [environment, "claims"] as const;
}

/** The register of codes that do not work. Contains no codes. */
export function claimsQuery(environment: Environment, query: ClaimsQuery = {}) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
  return queryOptions({
    queryKey: [...claimsKey(environment), "list", search.toString()],
    queryFn: ({ signal }) => fetchJson(apiPaths.claims(search.toString()), { environment, signal }),
  });
}

export function claimQuery(environment: Environment, claimId: string) {
  return queryOptions({
    queryKey: [...claimsKey(environment), "one", claimId],
    queryFn: ({ signal }) => fetchJson(apiPaths.claim(claimId), { environment, signal }),
  });
}

/** How many codes of a product and of its brands have failed. */
export function failureRatesQuery(environment: Environment, productId: number) {
  return queryOptions({
    queryKey: [...claimsKey(environment), "rates", productId],
    queryFn: ({ signal }) => fetchJson(apiPaths.failureRates(productId), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** Notes that a code does not work. Throws a ProblemError. */
export function openClaim(environment: Environment, body: OpenClaimRequest) {
  return fetchJson(apiPaths.claims(), { method: "POST", body, environment });
}

export function moveClaim(environment: Environment, claimId: string, body: MoveClaimRequest) {
  return fetchJson(apiPaths.claim(claimId), { method: "POST", body, environment });
}

/** Deliberately not a query: with the code, it stays out of every cache. */
export function makeEvidence(environment: Environment, claimId: string, body: EvidenceRequest) {
  return fetchJson(apiPaths.claimEvidence(claimId), { method: "POST", body, environment });
}

export function changeClaimTerms(environment: Environment, body: ClaimTerms) {
  return fetchJson(apiPaths.claimTerms(), { method: "PUT", body, environment });
}
