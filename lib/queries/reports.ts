import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AddReportRequest } from "#lib/contracts/reports/reports.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchFile, fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The member's own reports, with the files that were made. */
export function reportsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "reports"],
    queryFn: ({ signal }) => fetchJson(apiPaths.reports(), { environment, signal }),
    refetchInterval: MINUTE,
  });
}

/** Sets up a report. Throws a ProblemError. */
export function addReport(environment: Environment, body: AddReportRequest) {
  return fetchJson(apiPaths.reports(), { method: "POST", body, environment });
}

export function pauseReport(environment: Environment, reportId: string, paused: boolean) {
  return fetchJson(apiPaths.report(reportId), { method: "PATCH", body: { paused }, environment });
}

export function removeReport(environment: Environment, reportId: string) {
  return fetchJson(apiPaths.report(reportId), { method: "DELETE", environment });
}

/** The file of a cut. */
export function downloadReport(environment: Environment, reportId: string, day: string): Promise<Response> {
  return fetchFile(apiPaths.reportFile(reportId, day), { environment });
}
