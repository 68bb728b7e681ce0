"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import { draftsQuery } from "#lib/queries/orders/draft.ts";
import { SECOND } from "#lib/time/instant.ts";
import { NavCount } from "./NavCount.tsx";

/** The number of lines of the order that the catalog adds to; nothing if there are none. Only for members who place orders. */
export function DraftCount({ environment }: { environment: Environment }) {
  const { data } = useQuery({ ...draftsQuery(environment), staleTime: 30 * SECOND });
  const count = data?.items.find(isFilledByCatalog)?.lineCount ?? 0;
  return <NavCount count={count} words={count === 1 ? "line" : "lines"} />;
}
