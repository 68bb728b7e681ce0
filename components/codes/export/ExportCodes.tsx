"use client";

import { Download } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import type { ExportDialogProps } from "./ExportDialog.tsx";

// Few orders are exported: what does it, and what reads its answer, is loaded when it is asked for.
const ExportDialog = loadedOnUse(async () => (await import("./ExportDialog.tsx")).ExportDialog, closeDialog);

/** Exports the chosen codes, without showing them. */
export function ExportCodes(props: Omit<ExportDialogProps, "open" | "onClose">) {
  const [open, setOpen] = useState(false);
  if (props.chosen.to < props.chosen.from) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Icon shape={Download} className="size-3.5" />
        Export…
      </Button>
      <ExportDialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
