"use client";

import { HydrationBoundary } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { readQueries } from "#lib/queries/writtenQueries.ts";

/** Gives what a page has prefetched (writeQueries) to the tab's client of queries, before what is inside is rendered. */
export function PrefetchedQueries({ queries, children }: { queries: string; children: ReactNode }) {
  const state = useMemo(() => readQueries(queries), [queries]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
