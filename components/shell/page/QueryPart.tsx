"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemState } from "./ProblemState.tsx";

export type QueryPartProps<Data> = {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isFetching" | "refetch">;
  /** What failed, such as "Orders couldn't be loaded". */
  failed: string;
  /** Shown until there is an answer, in the final shape. */
  skeleton: ReactNode;
  /** For a part of a page. */
  compact?: boolean;
  children: (data: Data) => ReactNode;
};

/** What a query has read; before that its skeleton, or why it failed with a way to try again. Data stays when it can't be read again. */
export function QueryPart<Data>({ query, failed, skeleton, compact, children }: QueryPartProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return skeleton;
  return (
    <ProblemState
      compact={compact}
      title={failed}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
