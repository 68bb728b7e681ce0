"use client";

import type { DraftSafety } from "#lib/orders/drafts/draftSync.ts";
import { DateTime } from "#components/time/DateTime.tsx";

/** "Saved 12:04", beside the title. */
export function DraftSafetyNote({ safety }: { safety: DraftSafety }) {
  if (safety.kind === "saved") {
    return safety.at === null ? null : (
      <span className="text-[0.8125rem] text-ink-faint">
        Saved <DateTime at={safety.at} show="time" />
      </span>
    );
  }
  if (safety.kind === "failed") {
    return (
      <span className="text-[0.8125rem] text-refused" role="status">
        Not saved yet: {safety.message} Your changes are kept in this tab. We&apos;ll retry automatically.
      </span>
    );
  }
  return <span className="text-[0.8125rem] text-ink-faint">Saving…</span>;
}
