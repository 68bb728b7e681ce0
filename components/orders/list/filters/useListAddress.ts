"use client";

import { useCallback, useMemo } from "react";
import { usePageSearch } from "#components/shell/page/pageSearch.ts";
import { listAddressQuery, parseListAddress, type ListAddress } from "#lib/orders/list/listAddress.ts";
import { paths } from "#lib/paths.ts";

export type ChangeAddress = (change: Partial<ListAddress>, how?: "push" | "replace") => void;

/** The list's address. It changes at once, without requesting the page from the server; `push` can be undone by the back button. */
export function useListAddress(): { address: ListAddress; query: string; change: ChangeAddress } {
  const params = usePageSearch().toString();
  const address = useMemo(() => parseListAddress(new URLSearchParams(params)), [params]);
  const change = useCallback<ChangeAddress>((changed, how = "push") => {
    // Reads the current address, because something may have been typed since the last rendering.
    const now = parseListAddress(new URLSearchParams(window.location.search));
    const path = paths.orders(listAddressQuery({ ...now, ...changed }));
    if (path === window.location.pathname + window.location.search) return;
    if (how === "push") window.history.pushState(null, "", path);
    else window.history.replaceState(null, "", path);
  }, []);
  return { address, query: listAddressQuery(address), change };
}
