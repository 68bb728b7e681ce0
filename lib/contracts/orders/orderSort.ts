/** How the list of orders can be sorted; by amount only within one currency. */
export const ORDER_SORTS = ["newest", "oldest", "amount-high", "amount-low"] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
