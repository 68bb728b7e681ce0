"use client";

import { useState } from "react";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

// Forms are loaded when one is opened.
const NameTemplateDialog = loadedOnUse(
  async () => (await import("./NameTemplateDialog.tsx")).NameTemplateDialog,
  closeDialog,
);

/** The order builder's menu for templates: start from one, or save this draft as one. */
export function DraftTemplates({ draft }: { draft: OrderDraft }) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      <LinkButton href={paths.templates()} variant="quiet">
        Templates
      </LinkButton>
      {draft.lines.length === 0 ? null : <Button onClick={() => setIsSaving(true)}>Save as template</Button>}
      {isSaving ? (
        <NameTemplateDialog task={{ kind: "save", draft }} onClose={() => setIsSaving(false)} />
      ) : null}
    </>
  );
}
