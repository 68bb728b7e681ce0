"use client";

import { useEffect } from "react";
import { paths } from "#lib/paths.ts";

/** The main pages and their scripts: the same files as those of their page.tsx. */
const PAGES = [
  { path: paths.orders(), load: () => import("#app/(desk)/orders/OrdersScreen.tsx") },
  { path: paths.catalog(), load: () => import("#components/catalog/CatalogWithOrder.tsx") },
  { path: paths.wallet(), load: () => import("#components/wallet/WalletScreen.tsx") },
  { path: paths.overview(), load: () => import("#components/overview/Overview.tsx") },
];
const PAUSE_MS = 1_000;

/**
 * Loads the scripts of the main pages, one after the other, while the page that is open has nothing to do: the first change of page
 * then waits for its content alone. `open`: the addresses that the member may open. Loads no content.
 */
export function PagesAhead({ open }: { open: readonly string[] }) {
  useEffect(() => {
    const missing = PAGES.filter(({ path }) => open.includes(path) && path !== window.location.pathname);
    const next = () => {
      // Without a network, the page that is opened asks for its script again.
      missing
        .shift()
        ?.load()
        .then(afterPause, () => undefined);
    };
    const afterPause = () => {
      // Safari has no idle time.
      if ("requestIdleCallback" in window) requestIdleCallback(next);
      else setTimeout(next, PAUSE_MS);
    };
    afterPause();
    return () => {
      missing.length = 0;
    };
  }, [open]);
  return null;
}
