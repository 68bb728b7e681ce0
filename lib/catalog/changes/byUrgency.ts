import type { ChangeKind } from "#lib/contracts/catalog/changeKinds.ts";

/** Sorts changes by what they mean for an order: what is gone first, then what costs something else. */
export function byUrgency(
  one: { kinds: readonly ChangeKind[] },
  other: { kinds: readonly ChangeKind[] },
): number {
  return urgency(one.kinds) - urgency(other.kinds);
}

function urgency(kinds: readonly ChangeKind[]): number {
  return kinds.includes("gone") ? 0 : kinds.includes("price") ? 1 : 2;
}
