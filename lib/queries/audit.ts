import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditPage, AuditQuery } from "#lib/contracts/audit.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";

/** What the log is narrowed to; `from` and `to` are ISO instants. */
export type AuditFilter = Pick<AuditQuery, "member" | "action" | "from" | "to">;

export const AUDIT_PAGE_SIZE = 50;
const FIRST_PAGE: string | null = null;

export function auditQuery(environment: Environment, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [environment, "audit", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ take: String(AUDIT_PAGE_SIZE) });
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
      if (pageParam !== null) query.set("cursor", pageParam);
      return fetchJson<AuditPage>(apiPaths.audit(query.toString()), { environment, signal });
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: AuditPage) => page.nextCursor,
  });
}
