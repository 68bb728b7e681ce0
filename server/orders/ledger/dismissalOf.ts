import "server-only";
import type { Dismissal } from "#lib/contracts/dismissal.ts";
import { toIso } from "#lib/time/instant.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** Who dismissed the order, and when; null for one that is not dismissed. */
export function dismissalOf(
  { dismissedAt, dismissedBy }: Pick<OrderRow, "dismissedAt" | "dismissedBy">,
  names: ReadonlyMap<string, string>,
): Dismissal | null {
  if (dismissedAt === null) return null;
  return { at: toIso(dismissedAt), by: dismissedBy === null ? null : (names.get(dismissedBy) ?? null) };
}
