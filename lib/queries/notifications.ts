import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Notifications } from "#lib/contracts/notices/notifications.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

export function notificationsQuery(environment: Environment) {
  return queryOptions({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => fetchJson(apiPaths.notifications(), { environment, signal }),
    staleTime: Infinity,
  });
}

/** Changes what the member wants to be told. Throws a ProblemError. */
export function saveNotifications(environment: Environment, body: Notifications) {
  return fetchJson(apiPaths.notifications(), { method: "PUT", body, environment });
}
