import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type {
  ChangeDraftRequest,
  DraftsPage,
  OpenDraftRequest,
  Presence,
  SaveChangesRequest,
  SavedDraft,
} from "#lib/contracts/orders/drafts.ts";
import type { DraftReference, OrderDraftView, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";
import { isProblemError } from "#lib/queries/client/problemError.ts";
import { tellOtherTabs } from "./draftChannel.ts";

/**
 * A draft of this member; without an id, the one that the catalog adds to. Read again whenever a page opens, because another tab
 * may have changed it.
 */
export function draftQuery(environment: Environment, id?: string) {
  return queryOptions({
    queryKey: [environment, "draft", id ?? "main"],
    queryFn: ({ signal }) => readDraft(environment, { id, signal }),
    staleTime: 0,
    // Otherwise ten thousand lines would be compared with each answer, to no purpose.
    structuralSharing: false,
  });
}

/** `since`: the version that the reader has; the answer then includes what was ordered after it. */
export function readDraft(
  environment: Environment,
  { id, since, signal }: { id?: string; since?: number; signal?: AbortSignal } = {},
): Promise<OrderDraftView> {
  const query = new URLSearchParams();
  if (id !== undefined) query.set("id", id);
  if (since !== undefined) query.set("since", String(since));
  return fetchJson(apiPaths.draft(query.toString()), { environment, signal });
}

/** Saves the changes since the version that was read; a ProblemError with status 409 means that the stored draft has changed. */
export function saveChanges(environment: Environment, body: SaveChangesRequest): Promise<SavedDraft> {
  return fetchJson(apiPaths.draft(), { method: "PATCH", body, environment });
}

/** The drafts of this member, to switch between them. */
export function draftsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "drafts"],
    queryFn: ({ signal }) => fetchJson(apiPaths.drafts(), { environment, signal }),
    staleTime: 0,
  });
}

/** Creates a draft with a name, or opens the one that belongs to an order; it receives these lines and texts if it has no lines. */
export async function openDraft(
  client: QueryClient,
  environment: Environment,
  body: OpenDraftRequest,
): Promise<OrderDraftView> {
  const view = await fetchJson(apiPaths.drafts(), { method: "POST", body, environment });
  client.setQueryData(draftQuery(environment, view.id).queryKey, view);
  await client.invalidateQueries({ queryKey: draftsQuery(environment).queryKey });
  return view;
}

/** Names a draft, shares it, deletes it or restores it. */
export async function changeDraft(
  client: QueryClient,
  environment: Environment,
  draftId: string,
  change: ChangeDraftRequest,
): Promise<DraftsPage> {
  const path = apiPaths.draftDetails(draftId);
  const page = await fetchJson(path, { method: "PATCH", body: change, environment });
  client.setQueryData(draftsQuery(environment).queryKey, page);
  return page;
}

/** The draft that was last deleted on this page; only this page knows it. */
export function deletedDraftQuery(environment: Environment) {
  return queryOptions<{ id: string; title: string } | null>({
    queryKey: [environment, "deleted-draft"],
    queryFn: () => null,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export function rememberDeleted(
  client: QueryClient,
  environment: Environment,
  deleted: { id: string; title: string } | null,
): void {
  client.setQueryData(deletedDraftQuery(environment).queryKey, deleted);
}

/** Reports that this tab shows a draft, and returns who else does. */
export function notePresence(
  environment: Environment,
  draftId: string,
  body: { tabId: string; lineId: string | null; isLeaving?: boolean },
): Promise<Presence> {
  return fetchJson(apiPaths.draftPresence(draftId), { method: "POST", body, environment });
}

/**
 * Adds lines at the end of the draft that the catalog adds to, whatever other tabs do to it at the same time. Throws a
 * ProblemError; it is then not certain that anything was added, but adding the same lines again cannot duplicate them.
 */
export async function addToDraft(
  client: QueryClient,
  environment: Environment,
  lines: readonly TypedLine[],
): Promise<SavedDraft> {
  const saved = await fetchJson(apiPaths.draftLines(), {
    method: "POST",
    body: { lines },
    environment,
  });
  noteSaved(client, environment, saved);
  return saved;
}

/**
 * Removes lines that were just added, whatever else has changed in the draft since; missing ones count as removed. Throws a
 * ProblemError.
 */
export async function removeFromDraft(
  client: QueryClient,
  environment: Environment,
  { id, version }: DraftReference,
  lineIds: readonly string[],
): Promise<SavedDraft> {
  const remove = (from: number) =>
    saveChanges(environment, {
      id,
      version: from,
      texts: {},
      lines: lineIds.map((removed) => ({ removed })),
    });
  const saved = await remove(version).catch(async (error: unknown) => {
    if (!isProblemError(error) || error.problem.status !== 409) throw error;
    return remove((await readDraft(environment, { id })).version);
  });
  noteSaved(client, environment, saved);
  return saved;
}

/** A line as it was last saved, and the draft that it is in. */
export type PlacedLine = { line: TypedLine; draft: DraftReference };

/**
 * Changes the quantity of a line that was added before by `change`, whatever else has changed in the draft since. Resolves to null, with
 * nothing changed, if the line is no longer there, now costs another amount, or its quantity is no number that this can be added to.
 * Throws a ProblemError.
 */
export async function changeQuantity(
  client: QueryClient,
  environment: Environment,
  { line, draft }: PlacedLine,
  change: number,
): Promise<{ saved: SavedDraft; placed: PlacedLine } | null> {
  const save = async (version: number, from: TypedLine) => {
    const quantity = parseQuantity(from.quantity);
    const next = quantity.ok ? parseQuantity(String(quantity.quantity + change)) : quantity;
    if (!next.ok || from.amount !== line.amount || from.productId !== line.productId) return null;
    const raised = { ...from, quantity: String(next.quantity) };
    const saved = await saveChanges(environment, {
      id: draft.id,
      version,
      texts: {},
      lines: [{ line: raised }],
    });
    noteSaved(client, environment, saved);
    return { saved, placed: { line: raised, draft: saved } };
  };
  return save(draft.version, line).catch(async (error: unknown) => {
    if (!isProblemError(error) || error.problem.status !== 409) throw error;
    const now = await readDraft(environment, { id: draft.id });
    const found = now.draft.lines.find(({ id }) => id === line.id);
    return found === undefined ? null : save(now.version, found);
  });
}

function noteSaved(client: QueryClient, environment: Environment, saved: SavedDraft): void {
  tellOtherTabs(saved);
  // A builder that is opened next must not start from the old answer.
  client.removeQueries({ queryKey: draftQuery(environment).queryKey, exact: true });
  client.setQueryData(draftsQuery(environment).queryKey, (page) => page && withCount(page, saved));
  void client.invalidateQueries({ queryKey: draftsQuery(environment).queryKey });
}

function withCount({ items }: DraftsPage, { id, lineCount }: SavedDraft): DraftsPage {
  return { items: items.map((each) => (each.id === id ? { ...each, lineCount } : each)) };
}
