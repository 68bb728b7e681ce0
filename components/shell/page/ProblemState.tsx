"use client";

import { asProblem } from "#lib/queries/client/problemError.ts";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";

export type ProblemStateProps = {
  /** What failed, such as "Orders couldn't be loaded". */
  title: string;
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
  /** For a part of a page. */
  compact?: boolean;
};

/** Shown if a query failed: what happened, the service's own message, the request ID and a way to try again. */
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
