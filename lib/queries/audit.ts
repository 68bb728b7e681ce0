import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditFilter, AuditPage } from "#lib/contracts/audit/audit.ts";
import type { AuditVerification } from "#lib/contracts/audit/auditVerification.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchFile, fetchJson } from "#lib/queries/client/fetchJson.ts";

export const AUDIT_PAGE_SIZE = 50;
const FIRST_PAGE: string | null = null;

export function auditQuery(environment: Environment, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [environment, "audit", filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      // In the body: what is searched for may be a code.
      const body = { ...given(filter), ...cursor, take: AUDIT_PAGE_SIZE };
      return fetchJson(apiPaths.searchAudit(), { method: "POST", body, environment, signal });
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: AuditPage) => page.nextCursor,
  });
}

function given(filter: AuditFilter): Record<string, string> {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** Verifies the hash chain of the whole log. */
export function verifyAudit(environment: Environment): Promise<AuditVerification> {
  return fetchJson(apiPaths.verifyAudit(), { method: "POST", environment });
}

/** Downloads the filtered log as a CSV file. */
export async function exportAudit(environment: Environment, filter: AuditFilter): Promise<Blob> {
  const response = await fetchFile(apiPaths.exportAudit(), {
    method: "POST",
    environment,
    body: given(filter),
  });
  return response.blob();
}
