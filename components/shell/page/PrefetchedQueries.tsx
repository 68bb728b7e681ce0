"use client";

import { HydrationBoundary } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { readQueries } from "#lib/queries/client/writtenQueries.ts";

/** Hands a page's prefetched data (writeQueries) to the tab's query client before the content is rendered. */
export function PrefetchedQueries({ queries, children }: { queries: string; children: ReactNode }) {
  const state = useMemo(() => readQueries(queries), [queries]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
