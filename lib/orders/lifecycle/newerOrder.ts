import type { OrderView } from "#lib/contracts/orders/order.ts";

/** What distinguishes two answers about the same order: its revision increases, and its timeline grows. */
export type VersionedOrder = Pick<OrderView, "createdAt" | "externalOrderCode" | "orderId" | "revision"> & {
  timeline: readonly unknown[];
};

/**
 * Returns the answer to show: an older one that arrives late never replaces a newer one, so that no state goes backwards on the
 * screen. Answers about different orders, under a reference that now means another one, are not compared.
 */
export function newerOrder<T extends VersionedOrder>(known: T | undefined, incoming: T): T {
  return known !== undefined && isSameOrder(known, incoming) && isOlder(incoming, known) ? known : incoming;
}

/** An order keeps its time of creation; a known code or id never changes. */
function isSameOrder(one: VersionedOrder, other: VersionedOrder): boolean {
  return (
    one.createdAt === other.createdAt &&
    agree(one.externalOrderCode, other.externalOrderCode) &&
    agree(one.orderId, other.orderId)
  );
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function isOlder(one: VersionedOrder, other: VersionedOrder): boolean {
  return (
    one.revision < other.revision ||
    (one.revision === other.revision && one.timeline.length < other.timeline.length)
  );
}
