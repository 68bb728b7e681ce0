import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft, OrderDraftView } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { lineOf, type TypedLine } from "#lib/orders/drafts/draftLine.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";
import { isProblemError } from "./problemError.ts";

/** The order this member is building. Never taken from memory when a page opens: another tab may have added to it. */
export function draftQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "draft"],
    queryFn: ({ signal }) => readDraft(environment, signal),
    staleTime: 0,
  });
}

export function readDraft(environment: Environment, signal?: AbortSignal): Promise<OrderDraftView> {
  return fetchJson<OrderDraftView>(apiPaths.draft(), { environment, signal });
}

/** Saves against the version that was read; a ProblemError with status 409 means that somebody saved before. */
export function saveDraft(environment: Environment, body: { draft: OrderDraft; version: number }) {
  return fetchJson<OrderDraftView>(apiPaths.draft(), { method: "PUT", body, environment });
}

const TRIES = 4;

/**
 * Adds lines at the end of the draft, whatever other tabs do to it meanwhile, and keeps the cache of it current.
 * For pages other than the builder. Throws a ProblemError; then nothing is certain to have been added.
 */
export async function addToDraft(
  client: QueryClient,
  environment: Environment,
  lines: readonly TypedLine[],
): Promise<OrderDraftView> {
  for (let attempt = 1; ; attempt += 1) {
    const { draft, version } = await readDraft(environment);
    try {
      const view = await saveDraft(environment, {
        draft: { ...draft, lines: [...draft.lines, ...lines] },
        version,
      });
      client.setQueryData(draftQuery(environment).queryKey, view);
      return view;
    } catch (error) {
      if (attempt >= TRIES || !isProblemError(error) || error.problem.status !== 409) throw error;
    }
  }
}

/** Adds one product, by its suggested amount unless another one (minor units) was chosen. */
export function addProductToDraft(
  client: QueryClient,
  environment: Environment,
  product: Product,
  choice: { amount?: number | null; quantity?: number } = {},
): Promise<OrderDraftView> {
  return addToDraft(client, environment, [lineOf(product, choice.quantity, choice.amount)]);
}
