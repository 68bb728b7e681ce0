import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DraftSummary } from "#lib/contracts/orders/drafts.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { draftTitle, isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import { productSuggestionsQuery } from "#lib/queries/catalog/catalog.ts";
import { handOutHistoryQuery } from "#lib/queries/codes.ts";
import { draftsQuery } from "#lib/queries/orders/draft.ts";
import { LatestSearch, type SearchAnswer } from "#lib/queries/catalog/latestSearch.ts";
import { orderSuggestionsQuery } from "#lib/queries/orders/orderList.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { teamQuery } from "#lib/queries/team/team.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";

/** The most results in each group. */
const SHOWN = 5;
const LONGEST = 200;
/** Fewer letters match almost everything. */
const SHORTEST = 2;

/** A customer whom codes were handed to, at least so many. */
export type FoundCustomer = { reference: string; codes: number };

/** The results of the searches, each for the text that was last requested. */
export type PaletteSearch = {
  drafts: readonly DraftSummary[];
  orders: readonly OrderSummary[];
  products: readonly Product[];
  members: readonly MemberView[];
  customers: readonly FoundCustomer[];
  /** What could not be searched, and why. */
  trouble: string | null;
  searching: boolean;
  /** Whether the results of this kind belong to an earlier text. */
  isStale: (kind: string) => boolean;
};

/**
 * Searches drafts, orders, products, members and customers while somebody types: one request at a time for each, as far as the member may
 * see them.
 */
export function usePaletteSearch(text: string): PaletteSearch {
  const environment = useEnvironment();
  const client = useQueryClient();
  const q = text.trim().slice(0, LONGEST);
  const orders = useLatest(q, usePermission("orders.read"), async (asked) => {
    return (await client.fetchQuery(orderSuggestionsQuery(environment, asked, SHOWN))).items;
  });
  const drafts = useLatest(q, usePermission("orders.place"), async (asked) => {
    const { items } = await client.fetchQuery({ ...draftsQuery(environment), staleTime: MINUTE });
    const words = asked.toLowerCase();
    return items
      .filter((draft) => !isFilledByCatalog(draft) && draftTitle(draft).toLowerCase().includes(words))
      .slice(0, SHOWN);
  });
  const customers = useLatest(q, usePermission("codes.find"), async (asked) => {
    const { items } = await client.fetchQuery(handOutHistoryQuery(environment, asked));
    const [latest] = items;
    return latest === undefined ? [] : [{ reference: latest.customerReference, codes: items.length }];
  });
  const products = useLatest(q, usePermission("catalog.read"), async (asked) => {
    return (await client.fetchQuery(productSuggestionsQuery(environment, asked, SHOWN))).items;
  });
  const members = useLatest(q, usePermission("team.manage"), async (asked) => {
    const { members: all } = await client.fetchQuery({ ...teamQuery(environment), staleTime: MINUTE });
    const words = asked.toLowerCase();
    return all.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words)).slice(0, SHOWN);
  });
  const failed = (
    [
      [drafts, "Drafts"],
      [orders, "Orders"],
      [products, "The catalog"],
      [members, "Members"],
      [customers, "Customers"],
    ] as const
  ).find(([answer]) => answer.error !== null);
  const byKind: Record<string, { q: string }> = {
    draft: drafts,
    order: orders,
    product: products,
    member: members,
    customer: customers,
  };
  const isStale = (kind: string) => byKind[kind] !== undefined && byKind[kind].q !== q;
  return {
    drafts: drafts.items,
    orders: orders.items,
    products: products.items,
    members: members.items,
    customers: customers.items,
    trouble:
      failed === undefined ? null : `${failed[1]} couldn't be searched. ${asProblem(failed[0].error).detail}`,
    searching: q.length >= SHORTEST && Object.keys(byKind).some(isStale),
    isStale,
  };
}

/** The latest answer of a search that is repeated with every keystroke. */
function useLatest<T>(
  q: string,
  isAllowed: boolean,
  search: (q: string) => Promise<readonly T[]>,
): SearchAnswer<T> {
  const [answer, setAnswer] = useState<SearchAnswer<T>>({ q: "", items: [], error: null });
  const latest = useRef<LatestSearch<T> | null>(null);
  const now = useRef<typeof search>(findNothing);
  useEffect(() => {
    now.current = (asked) => (isAllowed && asked.length >= SHORTEST ? search(asked) : findNothing());
  });
  useEffect(() => {
    const made = new LatestSearch<T>((asked) => now.current(asked), setAnswer);
    latest.current = made;
    return () => made.stop();
  }, []);
  useEffect(() => latest.current?.ask(q), [q]);
  return answer;
}

function findNothing(): Promise<never[]> {
  return Promise.resolve([]);
}
