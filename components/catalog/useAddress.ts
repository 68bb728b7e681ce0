"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { addressQuery, parseAddress, type CatalogAddress } from "#lib/catalog/views/viewParams.ts";
import { paths } from "#lib/paths.ts";
import { goneTo, routerAt, settled, trailAt } from "./addressTrail.ts";

export type AddressControl = {
  address: CatalogAddress;
  /** `push` can be undone by the browser's back button; `replace` is for what is still being typed. */
  go: (next: CatalogAddress, how: "push" | "replace") => void;
  /** The address at this moment, for what happens between two renderings. Stays the same function, as `go` does. */
  now: () => CatalogAddress;
};

/** The router has followed by then, and passes nothing by any more: it leaves out what was taken back before it came there. */
const FOLLOWED_MS = 2_000;

/**
 * The whole view stands in the page's address, so that it can be shared. A change shows at once; the router follows without
 * asking the server, since the list brings its own data.
 */
export function useAddress(): AddressControl {
  const inRouter = useSearchParams().toString();
  const [trail, setTrail] = useState(() => trailAt(inRouter));
  const current = trail.of === inRouter ? trail : routerAt(trail, inRouter);
  if (current !== trail) setTrail(current);
  const address = useMemo(() => parseAddress(new URLSearchParams(current.shown)), [current.shown]);
  // Not read from the window: the router, which is behind, sets that back for a moment.
  const latest = useRef(current.shown);
  useLayoutEffect(() => {
    latest.current = current.shown;
  }, [current.shown]);
  // Where one goes back to counts, also when the router has not left there yet and so will not arrive.
  useEffect(() => {
    const follow = () => {
      if (window.location.pathname !== paths.catalog("")) return;
      const query = new URLSearchParams(window.location.search).toString();
      latest.current = query;
      setTrail(({ of }) => goneTo(trailAt(of), query));
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(following.current), []);
  const now = useCallback(() => parseAddress(new URLSearchParams(latest.current)), []);
  const go = useCallback((next: CatalogAddress, how: "push" | "replace") => {
    const query = addressQuery(next);
    latest.current = query;
    setTrail((trailNow) => goneTo(trailNow, query));
    clearTimeout(following.current);
    following.current = setTimeout(() => setTrail(settled), FOLLOWED_MS);
    if (how === "push") window.history.pushState(null, "", paths.catalog(query));
    else window.history.replaceState(null, "", paths.catalog(query));
  }, []);
  return { address, go, now };
}
