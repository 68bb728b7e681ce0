import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Placer } from "#lib/contracts/orders/placers.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";
import type { Instant } from "#lib/time/instant.ts";

/** The filter of a list of orders. An order must meet every condition that is given. */
export type OrderFilter = {
  environment: Environment;
  /** Null: all. */
  states: readonly OrderState[] | null;
  from: Instant | null;
  /** Exclusive end. */
  to: Instant | null;
  /** Words, each of which must be found. */
  text: string;
  memberId: string | null;
  /** Words of the name of the member, or their e-mail address. */
  placedBy?: string;
  placer: Placer | null;
  productId: number | null;
  currency: string | null;
  /** In minor units of `currency`, which must be given too. */
  amountFrom: number | null;
  amountTo: number | null;
  purchaseOrder: string;
  tag: string | null;
};

/** The position of an order in a list: the values it is sorted by, then its row. */
export type OrderKey = { row: string; createdAt: Instant; price: number | null };

export type OrderedPage = { sort: OrderSort; after: OrderKey | null; take: number };
