"use client";

import { useQuery } from "@tanstack/react-query";
import type { DraftSummary } from "#lib/contracts/orders/drafts.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { draftsQuery } from "#lib/queries/orders/draft.ts";

/** Current name and sharing of the open draft, with the number of lines in the editor. */
export function useDraftSummary(
  environment: Environment,
  { id, name, shared, origin }: OrderDraftView,
  lineCount: number,
): DraftSummary {
  const { data } = useQuery(draftsQuery(environment));
  const known = data?.items.find((each) => each.id === id);
  const opened = { id, name, shared, origin: origin?.reference ?? null, ownedBy: null };
  return { ...(known ?? opened), lineCount };
}
