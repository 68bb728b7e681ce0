import { CircleAlert } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { ReactNode } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { cx } from "#components/ui/cx.ts";

export type ErrorStateProps = {
  title: ReactNode;
  /** The verbatim message, and what to do next. */
  message: ReactNode;
  /** The service's own message, verbatim. */
  verbatim?: ReactNode;
  requestId?: string;
  onRetry?: () => void;
  retrying?: boolean;
  actions?: ReactNode;
  /** For a part of a page: takes no more space than its text needs. */
  compact?: boolean;
};

/** Shown where something could not be loaded. */
export function ErrorState({
  title,
  message,
  verbatim,
  requestId,
  onRetry,
  retrying,
  actions,
  compact = false,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx(
        "flex flex-col gap-2",
        compact ? "items-start py-3" : "mx-auto max-w-lg items-center px-4 py-14 text-center",
      )}
    >
      {compact ? null : <Icon shape={CircleAlert} className="size-6 text-refused" strokeWidth={1.5} />}
      <p className={compact ? "font-medium text-refused" : "text-base font-semibold"}>{title}</p>
      <div className="text-ink-soft wrap-anywhere">{message}</div>
      {verbatim ? (
        <blockquote className="border-s-2 border-line-strong ps-3 text-start">{verbatim}</blockquote>
      ) : null}
      {requestId ? (
        <p
          className={cx(
            "flex flex-wrap items-center gap-1 text-[0.8125rem] text-ink-faint",
            compact ? undefined : "justify-center",
          )}
        >
          <span>Request ID:</span>
          <span className="flex items-center gap-1">
            <code translate="no" className="font-mono text-ink wrap-anywhere">
              {requestId}
            </code>
            <CopyButton value={requestId} label="Copy request ID" />
          </span>
        </p>
      ) : null}
      {onRetry || actions ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {onRetry ? (
            <Button onClick={onRetry} loading={retrying}>
              Try again
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
    </div>
  );
}
