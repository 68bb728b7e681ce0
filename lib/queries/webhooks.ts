import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AddWebhookRequest, ChangeWebhookRequest } from "#lib/contracts/notices/webhooks.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

const READ_EVERY = 10 * SECOND;

/** The webhooks of the environment, without their secrets. */
export function webhooksQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "webhooks"],
    queryFn: ({ signal }) => fetchJson(apiPaths.webhooks(), { environment, signal }),
  });
}

/** The latest messages of a webhook. */
export function deliveriesQuery(environment: Environment, webhookId: string) {
  return queryOptions({
    queryKey: [environment, "settings", "webhooks", webhookId],
    queryFn: ({ signal }) => fetchJson(apiPaths.webhookDeliveries(webhookId), { environment, signal }),
    refetchInterval: READ_EVERY,
  });
}

/** Adds a webhook; this answer is the only one that contains its secret. Throws a ProblemError. */
export async function addWebhook(client: QueryClient, environment: Environment, body: AddWebhookRequest) {
  const added = await fetchJson(apiPaths.webhooks(), {
    method: "POST",
    body,
    environment,
  });
  await client.invalidateQueries({ queryKey: webhooksQuery(environment).queryKey });
  return added;
}

/** Throws a ProblemError. */
export async function changeWebhook(
  client: QueryClient,
  environment: Environment,
  webhookId: string,
  body: ChangeWebhookRequest,
) {
  const webhooks = await fetchJson(apiPaths.webhook(webhookId), {
    method: "PATCH",
    body,
    environment,
  });
  client.setQueryData(webhooksQuery(environment).queryKey, webhooks);
}

/** Throws a ProblemError. */
export async function removeWebhook(client: QueryClient, environment: Environment, webhookId: string) {
  const webhooks = await fetchJson(apiPaths.webhook(webhookId), { method: "DELETE", environment });
  client.setQueryData(webhooksQuery(environment).queryKey, webhooks);
}

/** Sends a test or, given its id, a message again; the log then shows the result. Throws a ProblemError. */
export async function sendToWebhook(
  client: QueryClient,
  environment: Environment,
  webhookId: string,
  deliveryId: string | null,
) {
  const path =
    deliveryId === null ? apiPaths.webhookTest(webhookId) : apiPaths.resendDelivery(webhookId, deliveryId);
  const deliveries = await fetchJson(path, { method: "POST", environment });
  client.setQueryData(deliveriesQuery(environment, webhookId).queryKey, deliveries);
  return deliveries;
}
