/** Which orders a budget covers: those with any of these; all, if there are none. */
export type Coverage = {
  members: readonly string[];
  tags: readonly string[];
  purchaseOrders: readonly string[];
};

/** What of an order decides on it. `members`: who placed it, and in whose hands their account may be. */
export type Covered = { members: readonly string[]; tags: readonly string[]; purchaseOrder: string | null };

export function budgetCovers({ members, tags, purchaseOrders }: Coverage, order: Covered): boolean {
  if (members.length === 0 && tags.length === 0 && purchaseOrders.length === 0) return true;
  const written = order.purchaseOrder?.trim().toLowerCase() ?? "";
  return (
    members.some((id) => order.members.includes(id)) ||
    tags.some((tag) => order.tags.includes(tag)) ||
    purchaseOrders.some((beginning) => written.startsWith(beginning.toLowerCase()))
  );
}
