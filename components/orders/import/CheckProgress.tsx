import { formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import type { TableCheck } from "./useImport.ts";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";

/** The progress of checking the rows, or why it failed. */
export function CheckProgress({
  check,
  onRetry,
}: {
  check: Exclude<TableCheck, { kind: "checked" | "asked" }>;
  onRetry: () => void;
}) {
  if (check.kind === "failed") {
    return (
      <Banner
        tone="refused"
        live="alert"
        title="Couldn't look up the products"
        actions={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {check.message}
      </Banner>
    );
  }
  const { done, total } = check;
  return (
    <div className="flex flex-col gap-1.5 py-4">
      <ProgressBar label="Rows checked" value={done} max={Math.max(total, 1)} />
      <p className="text-[0.8125rem] text-ink-soft tabular-nums">
        Checking row {formatCount(Math.min(done + 1, total))} of {formatCount(total)}…
      </p>
    </div>
  );
}
