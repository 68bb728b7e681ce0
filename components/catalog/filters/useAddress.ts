"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { addressQuery, parseAddress, type CatalogAddress } from "#lib/catalog/views/viewParams.ts";
import { paths } from "#lib/paths.ts";

export type AddressControl = {
  address: CatalogAddress;
  /** `push` can be undone by the browser's back button; `replace` is for what is still being typed. */
  go: (next: CatalogAddress, how: "push" | "replace") => void;
  /** The address at this moment, for what happens between two renderings. Stays the same function, as `go` does. */
  now: () => CatalogAddress;
};

/**
 * The catalog's address: what the list shows and which product is open. The state is the source and changes at once; it is written to
 * the browser's history so that a view can be shared, and read back when a person goes back or forward or follows a link.
 */
export function useAddress(): AddressControl {
  const inRouter = useSearchParams().toString();
  const [query, setQuery] = useState(inRouter);
  const address = useMemo(() => parseAddress(new URLSearchParams(query)), [query]);

  const follow = useEffectEvent(() => {
    const entry = queryOfEntry();
    if (entry !== null) setQuery(entry);
    return entry;
  });
  // After each rendering, because a link may have led here: the router then writes an entry of its own.
  // oxlint-disable-next-line react/set-state-in-effect -- follows the browser's history, and changes nothing when it is there already
  useLayoutEffect(() => void follow());
  useEffect(() => {
    const onPopState = () => rememberQuery(follow());
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, []);

  const now = useCallback(() => parseAddress(new URLSearchParams(queryOfEntry() ?? "")), []);
  const go = useCallback((next: CatalogAddress, how: "push" | "replace") => {
    // So that whoever comes back to this entry finds its query.
    if (how === "push") rememberQuery(queryOfEntry());
    const written = addressQuery(next);
    const entry = [{ [IN_ENTRY]: written }, "", paths.catalog(written)] as const;
    if (how === "push") window.history.pushState(...entry);
    else window.history.replaceState(...entry);
    setQuery(written);
  }, []);
  return { address, go, now };
}

/**
 * Each of the catalog's history entries carries its query. The router follows what we write a moment later, and sets the address of
 * the window back to where it has come so far; what an entry carries it leaves alone.
 */
const IN_ENTRY = "catalogQuery";

/** The query of the present history entry; null on another page. */
function queryOfEntry(): string | null {
  if (window.location.pathname !== paths.catalog()) return null;
  const state: unknown = window.history.state;
  if (typeof state === "object" && state !== null && IN_ENTRY in state) {
    const written = state[IN_ENTRY];
    if (typeof written === "string") return written;
  }
  return new URLSearchParams(window.location.search).toString();
}

/** Writes the query into an entry of the router. What carries the router's own state is not told to it again. */
function rememberQuery(query: string | null): void {
  const state: Record<string, unknown> | null = window.history.state;
  if (query !== null && state?.[IN_ENTRY] !== query)
    window.history.replaceState({ ...state, [IN_ENTRY]: query }, "");
}
