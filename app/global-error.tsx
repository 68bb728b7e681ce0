"use client";

import "./globals.css";

/** Shown when the frame of all pages failed. It loads with every page, so it imports nothing else. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex max-w-sm flex-col items-start gap-3 px-4 pt-[16dvh]">
          <h1 className="text-xl font-semibold">Something went wrong</h1>
          <p>This page couldn't be shown. Try again in a moment.</p>
          {error.digest ? (
            <p>
              Request ID:{" "}
              <code translate="no" className="font-mono">
                {error.digest}
              </code>
            </p>
          ) : null}
          <button
            type="button"
            onClick={reset}
            className="min-h-9 rounded-md border border-line-strong px-3 font-medium"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
