"use client";

import type { RefObject } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { draftTitle, isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ImportLines } from "#components/orders/import/ImportLines.tsx";
import { DraftTemplates } from "#components/orders/templates/DraftTemplates.tsx";
import { DraftSafetyNote } from "#components/orders/builder/draft/DraftSafetyNote.tsx";
import { UndoButtons } from "#components/orders/builder/draft/UndoButtons.tsx";
import type { useDraftEditing } from "#components/orders/builder/draft/useDraftEditing.ts";

type DraftHeaderProps = {
  environment: Environment;
  editing: ReturnType<typeof useDraftEditing>;
  heading: RefObject<HTMLSpanElement | null>;
};

/** The title of a draft, whether it is saved, and what can be done with all of it. */
export function DraftHeader({ environment, editing, heading }: DraftHeaderProps) {
  const { draft, summary, safety, undoing, addLines } = editing;
  return (
    <PageHeader
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {isFilledByCatalog(summary) ? "New order" : draftTitle(summary)}
        </span>
      }
      aside={<DraftSafetyNote safety={safety} />}
      actions={
        <>
          <UndoButtons {...undoing} />
          <DraftTemplates draft={draft} draftId={summary.id} />
          <ImportLines environment={environment} draftId={summary.id} lines={draft.lines} onAdd={addLines} />
        </>
      }
    />
  );
}
