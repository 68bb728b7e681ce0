import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { orderSuggestionsQuery } from "#lib/queries/orderList.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import type { ChangeAddress } from "./useListAddress.ts";

/** What is shown instead of the orders of the address: nothing fits what was typed, or it could not be searched for. */
export type InsteadOfOrders = { kind: "unfound" } | { kind: "failed"; error: unknown; retry: () => void };

/** A text that is not in the address; null as `instead`: it is being searched for. */
type Typed = { text: string; beside: string; instead: InsteadOfOrders | null };

export type TextSearch = {
  /** What the field shows. */
  text: string;
  search: (text: string) => void;
  instead: InsteadOfOrders | null;
};

/**
 * The text that orders are searched by. It comes into the address, and with that into histories and logs, only when an order fits it: what
 * is pasted here may be a code, and no order is found by one.
 * @param found the text in the address.
 */
export function useTextSearch(found: string, change: ChangeAddress): TextSearch {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Typed | null>(null);
  const newest = useRef(0);
  // The text has come into the address; or another one has, by the back button, a view or a link.
  if (typed !== null && typed.beside !== found) setTyped(null);

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
        if (turn === newest.current) setTyped({ text, beside: found, instead });
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
