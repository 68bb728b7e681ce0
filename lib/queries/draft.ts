import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type {
  DraftReference,
  DraftsPage,
  OrderDraft,
  OrderDraftView,
  TypedLine,
} from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { lineOf } from "#lib/orders/drafts/draftLine.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";
import { tellOtherTabs } from "./draftChannel.ts";
import { isProblemError } from "./problemError.ts";

/** A draft of this member; without an id, the one that the catalog adds to. Read again whenever a page opens: another tab may have changed it. */
export function draftQuery(environment: Environment, id?: string) {
  return queryOptions({
    queryKey: [environment, "draft", id ?? "main"],
    queryFn: ({ signal }) => readDraft(environment, { id, signal }),
    staleTime: 0,
  });
}

/** `since`: the version that the reader has; the answer then tells what was ordered after it. */
export function readDraft(
  environment: Environment,
  { id, since, signal }: { id?: string; since?: number; signal?: AbortSignal } = {},
): Promise<OrderDraftView> {
  const query = new URLSearchParams();
  if (id !== undefined) query.set("id", id);
  if (since !== undefined) query.set("since", String(since));
  return fetchJson<OrderDraftView>(apiPaths.draft(query.toString()), { environment, signal });
}

/** Saves against the version that was read; a ProblemError with status 409 means that the stored draft has changed. */
export function saveDraft(environment: Environment, body: DraftReference & { draft: OrderDraft }) {
  return fetchJson<OrderDraftView>(apiPaths.draft(), { method: "PUT", body, environment });
}

/** The drafts of this member, to switch between them. */
export function draftsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "drafts"],
    queryFn: ({ signal }) => fetchJson<DraftsPage>(apiPaths.drafts(), { environment, signal }),
    staleTime: 0,
  });
}

/** Opens the draft that belongs to an order, with these lines when it is empty. */
export async function openDraft(
  client: QueryClient,
  environment: Environment,
  body: { origin: string; lines: readonly TypedLine[] },
): Promise<OrderDraftView> {
  const view = await fetchJson<OrderDraftView>(apiPaths.drafts(), { method: "POST", body, environment });
  client.setQueryData(draftQuery(environment, view.id).queryKey, view);
  return view;
}

const TRIES = 4;

/**
 * Adds lines at the end of the draft that the catalog adds to, whatever other tabs do to it meanwhile, and keeps the cache of
 * it current. For pages other than the builder. Throws a ProblemError; then nothing is certain to have been added.
 */
export async function addToDraft(
  client: QueryClient,
  environment: Environment,
  lines: readonly TypedLine[],
): Promise<OrderDraftView> {
  for (let attempt = 1; ; attempt += 1) {
    const { id, draft, version } = await readDraft(environment);
    try {
      const view = await saveDraft(environment, {
        id,
        version,
        draft: { ...draft, lines: [...draft.lines, ...lines] },
      });
      client.setQueryData(draftQuery(environment).queryKey, view);
      tellOtherTabs(view);
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
