"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";

export type BrokenPageProps = {
  error: Error & { digest?: string };
  /** Renders the page again. */
  reset: () => void;
};

/**
 * Shown when a page could not be rendered; the frame around it stays, so that the member can go elsewhere. The server's log has
 * the details under the digest, the browser does not.
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
