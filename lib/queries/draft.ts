import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type {
  ChangeDraftRequest,
  DraftsPage,
  OpenDraftRequest,
  Presence,
  SaveChangesRequest,
  SavedDraft,
} from "#lib/contracts/drafts.ts";
import type { DraftReference, OrderDraftView, TypedLine } from "#lib/contracts/placeOrder.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";
import { isProblemError } from "./problemError.ts";
import { tellOtherTabs } from "./draftChannel.ts";

/** A draft of this member; without an id, the one that the catalog adds to. Read again whenever a page opens: another tab may have changed it. */
export function draftQuery(environment: Environment, id?: string) {
  return queryOptions({
    queryKey: [environment, "draft", id ?? "main"],
    queryFn: ({ signal }) => readDraft(environment, { id, signal }),
    staleTime: 0,
    // Ten thousand lines would be compared with each answer, for nobody.
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
  return fetchJson<OrderDraftView>(apiPaths.draft(query.toString()), { environment, signal });
}

/** Saves what is different since the version that was read; a ProblemError with status 409 means that the stored draft has changed. */
export function saveChanges(environment: Environment, body: SaveChangesRequest): Promise<SavedDraft> {
  return fetchJson<SavedDraft>(apiPaths.draft(), { method: "PATCH", body, environment });
}

/** The drafts of this member, to switch between them. */
export function draftsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "drafts"],
    queryFn: ({ signal }) => fetchJson<DraftsPage>(apiPaths.drafts(), { environment, signal }),
    staleTime: 0,
  });
}

/** Makes a draft with a name, or opens the one that belongs to an order, with these lines and texts when it has no lines. */
export async function openDraft(
  client: QueryClient,
  environment: Environment,
  body: OpenDraftRequest,
): Promise<OrderDraftView> {
  const view = await fetchJson<OrderDraftView>(apiPaths.drafts(), { method: "POST", body, environment });
  client.setQueryData(draftQuery(environment, view.id).queryKey, view);
  await client.invalidateQueries({ queryKey: draftsQuery(environment).queryKey });
  return view;
}

/** Names a draft, shares it, deletes it or brings it back. */
export async function changeDraft(
  client: QueryClient,
  environment: Environment,
  draftId: string,
  change: ChangeDraftRequest,
): Promise<DraftsPage> {
  const path = apiPaths.draftDetails(draftId);
  const page = await fetchJson<DraftsPage>(path, { method: "PATCH", body: change, environment });
  client.setQueryData(draftsQuery(environment).queryKey, page);
  return page;
}

/** The draft that was deleted on this page last; only this page knows it. */
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

/** Tells that this tab shows a draft, and hears who else does. */
export function notePresence(
  environment: Environment,
  draftId: string,
  body: { tabId: string; lineId: string | null; isLeaving?: boolean },
): Promise<Presence> {
  return fetchJson<Presence>(apiPaths.draftPresence(draftId), { method: "POST", body, environment });
}

/**
 * Adds lines at the end of the draft that the catalog adds to, whatever other tabs do to it meanwhile. Throws a ProblemError; then
 * nothing is certain to have been added, and the same lines can be added again without being there twice.
 */
export async function addToDraft(
  client: QueryClient,
  environment: Environment,
  lines: readonly TypedLine[],
): Promise<SavedDraft> {
  const saved = await fetchJson<SavedDraft>(apiPaths.draftLines(), {
    method: "POST",
    body: { lines },
    environment,
  });
  noteSaved(client, environment, saved);
  return saved;
}

/**
 * Removes lines that were added a moment ago, whatever else was changed in the draft since; those that are no longer in it are gone
 * already. Throws a ProblemError.
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

function noteSaved(client: QueryClient, environment: Environment, saved: SavedDraft): void {
  tellOtherTabs(saved);
  // A builder that is opened next must not begin with what was read before.
  client.removeQueries({ queryKey: draftQuery(environment).queryKey, exact: true });
  client.setQueryData(draftsQuery(environment).queryKey, (page) => page && withCount(page, saved));
  void client.invalidateQueries({ queryKey: draftsQuery(environment).queryKey });
}

function withCount({ items }: DraftsPage, { id, lineCount }: SavedDraft): DraftsPage {
  return { items: items.map((each) => (each.id === id ? { ...each, lineCount } : each)) };
}
