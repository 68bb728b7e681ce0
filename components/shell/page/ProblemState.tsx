"use client";

import { asProblem } from "#lib/queries/problemError.ts";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";

export type ProblemStateProps = {
  /** What could not be done, such as "The orders could not be loaded". */
  title: string;
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
  /** For a part of a page. */
  compact?: boolean;
};

/** Stands where a query failed: the service's own words, the request id to quote, a way to try again. */
export function ProblemState({ title, error, onRetry, retrying, compact }: ProblemStateProps) {
  const problem = asProblem(error);
  const own = problem.service?.message;
  return (
    <ErrorState
      title={title}
      message={problem.detail}
      verbatim={own === problem.detail ? undefined : own}
      requestId={problem.requestId || undefined}
      onRetry={onRetry}
      retrying={retrying}
      compact={compact}
    />
  );
}
