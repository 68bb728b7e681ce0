import type { DraftSummary } from "#lib/contracts/orders/drafts.ts";

/** Whether the catalog adds to this draft: the member's own one that has no name and does not belong to an order. */
export function isFilledByCatalog({
  name,
  origin,
  ownedBy,
}: Pick<DraftSummary, "name" | "origin" | "ownedBy">): boolean {
  return name === null && origin === null && ownedBy === null;
}

/** The title of a draft on the screen. */
export function draftTitle({ name, origin }: { name: string | null; origin: string | null }): string {
  if (name !== null) return name;
  return origin === null ? "New order" : `From ${origin}`;
}
