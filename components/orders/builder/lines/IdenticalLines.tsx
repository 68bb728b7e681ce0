"use client";

import { useState } from "react";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import type { DraftVerdict } from "#lib/orders/drafts/draftRules.ts";
import { mergeIdentical } from "#lib/orders/drafts/identicalLines.ts";
import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";

/** Asks whether to merge lines that buy the same; nothing is merged without asking. */
export function IdenticalLines({
  verdict,
  edit,
}: {
  verdict: DraftVerdict;
  edit: (change: (draft: OrderDraft) => OrderDraft) => void;
}) {
  /** How many identical lines the member wants to keep; asks again if there are more. */
  const [kept, setKept] = useState(0);
  const { identical, lines } = verdict;
  if (identical <= kept) return null;
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-line bg-surface px-3 py-1.5"
    >
      <p className="min-w-48 grow basis-0">
        {counted(identical, "line buys", "lines buy")} the same as another line: same product, amount and
        country.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button
          size="small"
          onClick={() => edit((draft) => ({ ...draft, lines: mergeIdentical(draft.lines, lines) }))}
        >
          Merge identical lines
        </Button>
        <Button size="small" variant="quiet" onClick={() => setKept(identical)}>
          Keep them
        </Button>
      </span>
    </div>
  );
}
