import { queryOptions } from "@tanstack/react-query";
import type { ChangeCodeSettings } from "#lib/contracts/codes/codes.ts";
import type { CustomerMessage } from "#lib/contracts/codes/customerMessage.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ReadHandOutsRequest, TakeCodesRequest } from "#lib/contracts/codes/handOut.ts";
import type { ExportStockRequest } from "#lib/contracts/codes/stock.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { apiPaths } from "#lib/paths.ts";
import type {
  ExportCodesRequest,
  HandOutReleaseRequest,
  ReleaseRequest,
} from "#lib/contracts/codes/exportCodes.ts";
import { fetchFile, fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Reveals one page of an order's codes, audited. Deliberately not a query: codes stay out of every cache. */
export function revealCodes(
  environment: Environment,
  reference: string,
  body: { skip: number; take: number; search?: string; reason?: string },
  signal?: AbortSignal,
) {
  return fetchJson(apiPaths.codes(reference), { method: "POST", body, environment, signal });
}

/** Exports codes of an order: a file that is read while it arrives. */
export function exportCodes(
  environment: Environment,
  reference: string,
  body: ExportCodesRequest,
  signal: AbortSignal,
): Promise<Response> {
  return fetchFile(apiPaths.exportCodes(reference), { method: "POST", body, environment, signal });
}

/** The codes of all orders by product. Contains no codes. */
export function stockQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "codes", "stock"],
    queryFn: ({ signal }) => fetchJson(apiPaths.stock(), { environment, signal }),
  });
}

/** What happened to the codes of a product. Contains no codes. */
export function stockHistoryQuery(environment: Environment, productId: number) {
  return queryOptions({
    queryKey: [environment, "codes", "stock-history", productId],
    queryFn: ({ signal }) => fetchJson(apiPaths.stockHistory(productId), { environment, signal }),
  });
}

/** The rows of a file of the stock. Throws a ProblemError. */
export function exportStock(environment: Environment, body: ExportStockRequest, signal: AbortSignal) {
  return fetchJson(apiPaths.exportStock(), { method: "POST", body, environment, signal });
}

/** Hands out the next unused codes. Like a reveal it is not a query: codes stay out of every cache. */
export function takeCodes(environment: Environment, body: TakeCodesRequest) {
  return fetchJson(apiPaths.handOuts(), { method: "POST", body, environment });
}

export function readHandOuts(environment: Environment, body: ReadHandOutsRequest) {
  return fetchJson(apiPaths.readHandOuts(), { method: "POST", body, environment });
}

export function disputeHandOut(environment: Environment, handOutId: string, disputed: boolean) {
  const body = { disputed };
  return fetchJson(apiPaths.handOut(handOutId), {
    method: "PATCH",
    body,
    environment,
  });
}

/** What a customer was handed, without a code. In the body, because the typed text may be one. */
export function handOutHistoryQuery(environment: Environment, customerReference: string) {
  return queryOptions({
    queryKey: [environment, "codes", "history", customerReference],
    queryFn: ({ signal }) =>
      fetchJson(apiPaths.handOutHistory(), {
        method: "POST",
        body: { customerReference },
        environment,
        signal,
      }),
    staleTime: 10 * SECOND,
    retry: false,
  });
}

/** Takes back a hand-out that was a mistake. Throws a ProblemError. */
export function takeBackHandOut(environment: Environment, handOutId: string) {
  return fetchJson(apiPaths.handOut(handOutId), { method: "DELETE", environment });
}

/** Exports and hand-outs that wait for a release, and the member's own. Contains no codes. */
export function releasesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "codes", "releases"],
    queryFn: ({ signal }) => fetchJson(apiPaths.releases(), { environment, signal }),
    refetchInterval: MINUTE,
  });
}

export function requestRelease(environment: Environment, body: ReleaseRequest) {
  return fetchJson(apiPaths.releases(), { method: "POST", body, environment });
}

/** Asks for a number of further hand-outs. */
export function requestHandOutRelease(environment: Environment, body: HandOutReleaseRequest) {
  return fetchJson(apiPaths.handOutReleases(), { method: "POST", body, environment });
}

export function decideRelease(environment: Environment, releaseId: string, decision: "release" | "refuse") {
  return fetchJson(apiPaths.release(releaseId), {
    method: "POST",
    body: { decision },
    environment,
  });
}

/** What the account requires before codes are shown. Contains no codes. */
export function codeSettingsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "codes", "settings"],
    queryFn: ({ signal }) => fetchJson(apiPaths.codeSettings(), { environment, signal }),
  });
}

export function changeCodeSettings(environment: Environment, body: ChangeCodeSettings) {
  return fetchJson(apiPaths.codeSettings(), { method: "PUT", body, environment });
}

/** Records that a message with a shown code is copied, and gives its template. Contains no code. Throws a ProblemError. */
export function takeMessage(environment: Environment, handOutId: string) {
  return fetchJson(apiPaths.messageOfHandOut(handOutId), { method: "POST", environment });
}

/** The team's message for customers. */
export function customerMessageQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "codes", "message"],
    queryFn: ({ signal }) => fetchJson(apiPaths.customerMessage(), { environment, signal }),
  });
}

export function changeCustomerMessage(environment: Environment, body: CustomerMessage) {
  return fetchJson(apiPaths.customerMessage(), { method: "PUT", body, environment });
}

/** For administrators: who nearly used up a limit on revealing codes. Contains no codes. */
export function revealAlertsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "codes", "alerts"],
    queryFn: ({ signal }) => fetchJson(apiPaths.revealAlerts(), { environment, signal }),
    refetchInterval: MINUTE,
  });
}
