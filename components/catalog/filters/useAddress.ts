"use client";

import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { usePageSearch } from "#components/shell/page/pageSearch.ts";
import { CHANGED_SHEET, isInSheetEntry, isSheetOpen } from "#components/ui/overlays/sheetEntry.ts";

/** How a page's address is read and written. One object for each page, that never changes. */
export type AddressForm<Address> = {
  /** The address without its query. */
  path: string;
  parse: (params: URLSearchParams) => Address;
  write: (address: Address) => string;
};

export type AddressControl<Address> = {
  address: Address;
  /** `push` can be undone by the browser's back button; `replace` is for text that is still being typed. */
  go: (next: Address, how: "push" | "replace") => void;
  /** Returns the current address, for events between two renderings. Its identity is stable, like that of `go`. */
  now: () => Address;
};

/**
 * A page's address: what its list shows and what is open beside it. The state is the source and changes at once; it is
 * written to the browser's history so that a view can be shared, and read again when a member goes back or forward or follows a
 * link.
 */
export function useAddress<Address>(form: AddressForm<Address>): AddressControl<Address> {
  const inRouter = usePageSearch().toString();
  const [query, setQuery] = useState(inRouter);
  const address = useMemo(() => form.parse(new URLSearchParams(query)), [form, query]);

  /** What was last chosen in the filters while they cover a phone. */
  const chosenInSheet = useRef<Address | null>(null);

  const go = useCallback(
    (next: Address, how: "push" | "replace") => {
      const isInSheet = isInSheetEntry();
      // So that the entry has its query when somebody returns to it.
      if (how === "push" && !isInSheet) rememberQuery(queryOfEntry(form.path));
      const written = form.write(next);
      const entry = [
        { ...(isInSheet ? CHANGED_SHEET : {}), [IN_ENTRY]: written },
        "",
        written === "" ? form.path : `${form.path}?${written}`,
      ] as const;
      // All that is chosen while the filters cover a phone is one step.
      if (how === "push" && !isInSheet) window.history.pushState(...entry);
      else window.history.replaceState(...entry);
      chosenInSheet.current = isInSheet ? next : null;
      setQuery(written);
    },
    [form],
  );
  const follow = useEffectEvent(() => {
    const entry = queryOfEntry(form.path);
    if (entry !== null && entry !== query) setQuery(entry);
    return entry;
  });
  // After each rendering, because a link may have led here: the router then writes an entry of its own.
  // oxlint-disable-next-line react/set-state-in-effect -- follows the browser's history, and changes nothing when it is there already
  useLayoutEffect(() => void follow());
  useEffect(() => {
    const onPopState = () => {
      const inSheet = chosenInSheet.current;
      chosenInSheet.current = null;
      // Going back has closed the filters; what was chosen in them stays.
      if (inSheet !== null && isSheetOpen()) go(inSheet, "push");
      else rememberQuery(follow());
    };
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [go]);

  const now = useCallback(() => form.parse(new URLSearchParams(queryOfEntry(form.path) ?? "")), [form]);
  return { address, go, now };
}

/**
 * The key of the query in each of the page's history entries. The router follows what we write with a delay, and until then
 * sets the window's address back; it does not change what an entry contains.
 */
const IN_ENTRY = "catalogQuery";

/** The query of the current history entry; null on another page. */
function queryOfEntry(path: string): string | null {
  if (window.location.pathname !== path) return null;
  const state: unknown = window.history.state;
  if (typeof state === "object" && state !== null && IN_ENTRY in state) {
    const written = state[IN_ENTRY];
    if (typeof written === "string") return written;
  }
  return new URLSearchParams(window.location.search).toString();
}

/** Writes the query into an entry of the router. The router ignores entries that contain its own state. */
function rememberQuery(query: string | null): void {
  const state: Record<string, unknown> | null = window.history.state;
  if (query !== null && state?.[IN_ENTRY] !== query)
    window.history.replaceState({ ...state, [IN_ENTRY]: query }, "");
}
