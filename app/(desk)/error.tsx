"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";

export type BrokenPageProps = {
  error: Error & { digest?: string };
  /** Renders the page anew. */
  reset: () => void;
};

/**
 * A page that could not be rendered; the frame around it stays, so that one can go elsewhere. What happened is in the server's log
 * under the digest, not in the browser.
 */
export default function BrokenPage({ error, reset }: BrokenPageProps) {
  const router = useRouter();
  const [retrying, startRetry] = useTransition();
  return (
    <ErrorState
      title="Something went wrong on this page"
      message="Try again. Everything you entered on other pages is saved."
      requestId={error.digest}
      retrying={retrying}
      onRetry={() =>
        startRetry(() => {
          router.refresh();
          reset();
        })
      }
    />
  );
}
