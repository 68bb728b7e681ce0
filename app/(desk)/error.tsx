"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
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
  if (typeof window !== "undefined" && window.isNewVersion) return <NewVersion />;
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

/** The page couldn't be shown because a script of its version is gone. */
function NewVersion() {
  return (
    <ErrorState
      title="A new version is running"
      message="This page is of the version before. Reload it to continue here: everything that you entered is saved."
      actions={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    />
  );
}
