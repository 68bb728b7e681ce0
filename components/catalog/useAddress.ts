"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { addressQuery, parseAddress, type CatalogAddress } from "#lib/catalog/viewParams.ts";
import { paths } from "#lib/paths.ts";

export type AddressControl = {
  address: CatalogAddress;
  /** `push` can be undone by the browser's back button; `replace` is for what is still being typed. */
  go: (next: CatalogAddress, how: "push" | "replace") => void;
};

/**
 * The whole view stands in the page's address, so that it can be shared. A change shows at once; the router follows without
 * asking the server, since the list brings its own data.
 */
export function useAddress(): AddressControl {
  const inRouter = useSearchParams().toString();
  const [ahead, setAhead] = useState({ of: inRouter, query: inRouter });
  const query = ahead.of === inRouter ? ahead.query : inRouter;
  const address = useMemo(() => parseAddress(new URLSearchParams(query)), [query]);
  const go = useCallback(
    (next: CatalogAddress, how: "push" | "replace") => {
      const text = addressQuery(next);
      setAhead({ of: inRouter, query: text });
      if (how === "push") window.history.pushState(null, "", paths.catalog(text));
      else window.history.replaceState(null, "", paths.catalog(text));
    },
    [inRouter],
  );
  return { address, go };
}
