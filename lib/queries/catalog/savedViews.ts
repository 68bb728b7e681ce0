import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ChangeViewRequest, SavedView, SaveViewRequest } from "#lib/contracts/catalog/savedViews.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** This member's views of the catalog and the team's, by name. */
export function savedViewsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "catalog", "views"],
    queryFn: ({ signal }) => fetchJson(apiPaths.savedViews(), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** Throws a ProblemError, with `fields.name` if the name is the problem. */
export async function saveView(
  client: QueryClient,
  environment: Environment,
  body: SaveViewRequest,
): Promise<SavedView> {
  const saved = await fetchJson(apiPaths.savedViews(), { method: "POST", body, environment });
  await client.invalidateQueries({ queryKey: savedViewsQuery(environment).queryKey });
  return saved;
}

/** Throws a ProblemError, with `fields.name` if the name is the problem. */
export async function changeView(
  client: QueryClient,
  environment: Environment,
  viewId: string,
  body: ChangeViewRequest,
): Promise<void> {
  const views = await fetchJson(apiPaths.savedView(viewId), {
    method: "PATCH",
    body,
    environment,
  });
  client.setQueryData(savedViewsQuery(environment).queryKey, views);
}

/** Throws a ProblemError. */
export async function deleteView(
  client: QueryClient,
  environment: Environment,
  viewId: string,
): Promise<void> {
  const views = await fetchJson(apiPaths.savedView(viewId), {
    method: "DELETE",
    environment,
  });
  client.setQueryData(savedViewsQuery(environment).queryKey, views);
}
