import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { SaveTemplateRequest, TemplatesPage } from "#lib/contracts/orders/orderTemplates.ts";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { apiPaths } from "#lib/paths.ts";
import { draftQuery, draftsQuery } from "./draft.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The team's order templates, by name. */
export function templatesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "templates"],
    queryFn: ({ signal }) => fetchJson(apiPaths.templates(), { environment, signal }),
    staleTime: 0,
  });
}

/** Throws a ProblemError, with `fields.name` if the name is the problem. */
export async function saveTemplate(
  client: QueryClient,
  environment: Environment,
  body: SaveTemplateRequest,
): Promise<void> {
  remember(client, environment, await fetchJson(apiPaths.templates(), { method: "POST", body, environment }));
}

/** Throws a ProblemError, with `fields.name` if the name is the problem. */
export async function renameTemplate(
  client: QueryClient,
  environment: Environment,
  templateId: string,
  name: string,
): Promise<void> {
  const path = apiPaths.template(templateId);
  const page = await fetchJson(path, { method: "PATCH", body: { name }, environment });
  remember(client, environment, page);
}

/** Throws a ProblemError. */
export async function deleteTemplate(
  client: QueryClient,
  environment: Environment,
  templateId: string,
): Promise<void> {
  const path = apiPaths.template(templateId);
  remember(client, environment, await fetchJson(path, { method: "DELETE", environment }));
}

function remember(client: QueryClient, environment: Environment, page: TemplatesPage): void {
  client.setQueryData(templatesQuery(environment).queryKey, page);
}

/** Creates a draft of this member from a template. Throws a ProblemError. */
export async function openTemplate(
  client: QueryClient,
  environment: Environment,
  templateId: string,
): Promise<OrderDraftView> {
  const path = apiPaths.templateDraft(templateId);
  const view = await fetchJson(path, { method: "POST", body: {}, environment });
  client.setQueryData(draftQuery(environment, view.id).queryKey, view);
  await client.invalidateQueries({ queryKey: draftsQuery(environment).queryKey });
  return view;
}
