import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The statement of a month, such as `2026-10`. */
export function statementQuery(environment: Environment, month: string) {
  return queryOptions({
    queryKey: [environment, "orders", "statement", month],
    queryFn: ({ signal }) => fetchJson(apiPaths.statement(month), { environment, signal }),
  });
}
