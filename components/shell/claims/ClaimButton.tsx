"use client";

import { useState } from "react";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import type { ClaimDialogProps } from "./ClaimDialog.tsx";

const ClaimDialog = loadedOnUse(async () => (await import("./ClaimDialog.tsx")).ClaimDialog, closeDialog);

/** Opens the dialog by which a code is claimed, for members who may do that. */
export function ClaimButton({ code, onOpened }: Pick<ClaimDialogProps, "code" | "onOpened">) {
  const [isOpen, setOpen] = useState(false);
  if (!usePermission("claims.open")) return null;
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        Doesn&apos;t work
      </Button>
      {isOpen ? <ClaimDialog code={code} onClose={() => setOpen(false)} onOpened={onOpened} /> : null}
    </>
  );
}
