"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useTransition } from "react";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";

export type BrokenPageProps = {
  error: Error & { digest?: string };
  /** Renders the page again. */
  reset: () => void;
};

/** How long after a failure the page is asked for once more without a press, and how long not again after that. */
const AGAIN_AFTER_MS = 2 * SECOND;
const NOT_AGAIN_MS = MINUTE;
/** When that was last done. The boundary is made anew each time, so it can't keep it. */
let lastAgainAt = -Infinity;

/**
 * Shown when a page could not be rendered; the frame around it stays, so that the member can go elsewhere. The server's log has
 * the details under the digest, the browser does not. What failed on the server is tried once more by itself: for a moment, a database
 * may not answer.
 */
export default function BrokenPage({ error, reset }: BrokenPageProps) {
  const router = useRouter();
  const [retrying, startRetry] = useTransition();
  const tryAgain = useCallback(
    () =>
      startRetry(() => {
        router.refresh();
        reset();
      }),
    [router, reset],
  );
  const isOfServer = error.digest !== undefined;
  useEffect(() => {
    if (!isOfServer || performance.now() - lastAgainAt < NOT_AGAIN_MS) return undefined;
    const timer = setTimeout(() => {
      lastAgainAt = performance.now();
      tryAgain();
    }, AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOfServer, tryAgain]);
  if (typeof window !== "undefined" && window.isNewVersion) return <NewVersion />;
  return (
    <ErrorState
      title="Something went wrong on this page"
      message="Try again. Everything you entered on other pages is saved. If it happens again, give your administrator the request ID."
      requestId={error.digest}
      retrying={retrying}
      onRetry={tryAgain}
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
