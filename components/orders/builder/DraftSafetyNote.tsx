"use client";

import type { DraftSafety } from "#lib/orders/drafts/draftSync.ts";
import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

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
        Not saved yet: {safety.message} It is kept in this tab, and saving goes on.
      </span>
    );
  }
  return safety.kind === "conflict" ? null : <span className="text-[0.8125rem] text-ink-faint">Saving…</span>;
}

/** Both tabs changed the same thing: nothing is saved until a person has said which one is meant. */
export function DraftConflict({
  safety,
  draft,
  onSettle,
}: {
  safety: DraftSafety;
  draft: OrderDraft;
  onSettle: (choice: "mine" | "theirs" | "both") => void;
}) {
  if (safety.kind !== "conflict") return null;
  const { theirs } = safety;
  return (
    <Banner
      tone="unknown"
      live="alert"
      className="mb-4"
      title="This order was changed in another tab or on another device."
      actions={
        <>
          <Button size="small" onClick={() => onSettle("both")}>
            Keep both
          </Button>
          <Button size="small" onClick={() => onSettle("mine")}>
            Keep what is here
          </Button>
          <Button size="small" onClick={() => onSettle("theirs")}>
            Take the other one
          </Button>
        </>
      }
    >
      Here it has {lines(draft.lines.length)}, there {lines(theirs.draft.lines.length)}
      {theirs.savedAt === null ? (
        ""
      ) : (
        <span>
          , saved at <DateTime at={theirs.savedAt} show="time" />
        </span>
      )}
      . Nothing is lost; nothing is saved until you choose.
    </Banner>
  );
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
