"use client";

import { useState } from "react";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

// Forms are loaded when one is opened.
const NameTemplateDialog = loadedOnUse(
  async () => (await import("./NameTemplateDialog.tsx")).NameTemplateDialog,
  closeDialog,
);

const ScheduleDialog = loadedOnUse(
  async () => (await import("#components/orders/schedules/ScheduleDialog.tsx")).ScheduleDialog,
  closeDialog,
);

/** What the order builder offers to order the same again: start from a template, save this draft as one, or schedule it. */
export function DraftTemplates({ draft, draftId }: { draft: OrderDraft; draftId: string }) {
  const [isSaving, setIsSaving] = useState(false);
  const [isScheduling, setIsScheduling] = useState(false);
  const maySchedule = usePermission("schedules.manage");
  return (
    <>
      <LinkButton href={paths.templates()} variant="quiet">
        Templates
      </LinkButton>
      {draft.lines.length === 0 ? null : <Button onClick={() => setIsSaving(true)}>Save as template</Button>}
      {draft.lines.length === 0 || !maySchedule ? null : (
        <Button onClick={() => setIsScheduling(true)}>Schedule</Button>
      )}
      {isScheduling ? (
        <ScheduleDialog task={{ kind: "make", source: { draftId } }} onClose={() => setIsScheduling(false)} />
      ) : null}
      {isSaving ? (
        <NameTemplateDialog task={{ kind: "save", draft }} onClose={() => setIsSaving(false)} />
      ) : null}
    </>
  );
}
