import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";
import type { OrderSort } from "#lib/contracts/orderSort.ts";
import type { Instant } from "#lib/time/instant.ts";

/** What a list of orders is narrowed to. Everything that is given must hold. */
export type OrderFilter = {
  environment: Environment;
  /** Null: all. */
  states: readonly OrderState[] | null;
  from: Instant | null;
  /** The first instant that no longer belongs to it. */
  to: Instant | null;
  /** Words, each of which must be found. */
  text: string;
  memberId: string | null;
  productId: number | null;
  currency: string | null;
  /** In minor units of `currency`, without which it means nothing. */
  amountFrom: number | null;
  amountTo: number | null;
  purchaseOrder: string;
  tag: string | null;
};

/** The place of an order in a list: what the sort looks at, then its row. */
export type OrderKey = { row: string; createdAt: Instant; price: number | null };

export type OrderedPage = { sort: OrderSort; after: OrderKey | null; take: number };
