import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { orderSuggestionsQuery } from "#lib/queries/orders/orderList.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import type { ChangeAddress } from "./useListAddress.ts";

/** Shown instead of the address's orders: nothing matches the typed text, or the search failed. */
export type InsteadOfOrders = { kind: "unfound" } | { kind: "failed"; error: unknown; retry: () => void };

/** A text that is not in the address; `instead` is null while it is being searched for. */
type Typed = { text: string; beside: readonly string[]; instead: InsteadOfOrders | null };

export type TextSearch = {
  /** The text in the field. */
  text: string;
  search: (text: string) => void;
  instead: InsteadOfOrders | null;
};

/**
 * The text that orders are searched by. It is put into the address, and so into histories and logs, only if an order matches it:
 * a pasted text may be a code, and codes match no orders.
 * @param found the text in the address.
 */
export function useTextSearch(found: string, change: ChangeAddress): TextSearch {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Typed | null>(null);
  const newest = useRef(0);
  // The text is now in the address, or was replaced there by the back button, a view or a link.
  if (typed !== null && !typed.beside.includes(found)) setTyped(null);

  const search = useCallback(
    (text: string) => {
      newest.current += 1;
      if (text === "" || text === found) {
        setTyped(null);
        change({ q: text }, "replace");
        return;
      }
      const turn = newest.current;
      const show = (instead: InsteadOfOrders | null) => {
        if (turn !== newest.current) return;
        setTyped({ text, beside: [found, ""], instead });
        // The text of the search before no longer belongs to what is shown.
        if (instead !== null) change({ q: "" }, "replace");
      };
      const ask = async () => {
        show(null);
        try {
          const { items } = await client.fetchQuery(orderSuggestionsQuery(environment, text, 1));
          if (items.length === 0) show({ kind: "unfound" });
          else if (turn === newest.current) change({ q: text }, "replace");
        } catch (error) {
          show({ kind: "failed", error, retry: () => void ask() });
        }
      };
      void ask();
    },
    [change, client, environment, found],
  );
  return { text: typed?.text ?? found, search, instead: typed?.instead ?? null };
}
