import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ApprovalSettings } from "#lib/contracts/orders/approvals.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

const READ_EVERY = 15 * SECOND;

/** Orders that wait for this member's approval. Its key is a list's, so it is read again when an order has changed. */
export function approvalsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "approvals"],
    queryFn: ({ signal }) => fetchJson(apiPaths.approvals(), { environment, signal }),
    refetchInterval: READ_EVERY,
    staleTime: 5 * SECOND,
  });
}

/** What whoever confirmed an order has ordered besides it this month. Its key is a list's, so it is read again when an order has changed. */
export function requesterQuery(environment: Environment, reference: string) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "requester", reference],
    queryFn: ({ signal }) => fetchJson(apiPaths.requester(reference), { environment, signal }),
  });
}

/** What happens to orders that wait long for approval. */
export function approvalSettingsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "approval-settings"],
    queryFn: ({ signal }) => fetchJson(apiPaths.approvalSettings(), { environment, signal }),
  });
}

/** Changes it. Throws a ProblemError. */
export function changeApprovalSettings(environment: Environment, body: ApprovalSettings) {
  return fetchJson(apiPaths.approvalSettings(), { method: "PUT", body, environment });
}
