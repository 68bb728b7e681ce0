"use client";

import { useTransition } from "react";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";

export type BrokenPageProps = {
  error: Error & { digest?: string };
  /** Renders the page anew, asking the server again. */
  reset: () => void;
};

/** A page that could not be made. What happened is in the server's log under the digest, not in the browser. */
export function BrokenPage({ error, reset }: BrokenPageProps) {
  const [retrying, startRetry] = useTransition();
  return (
    <ErrorState
      title="This page could not be shown"
      message="Something went wrong while it was made. What you had entered elsewhere is not lost."
      requestId={error.digest}
      retrying={retrying}
      onRetry={() =>
        startRetry(() => {
          reset();
        })
      }
    />
  );
}
