"use client";

import { useState } from "react";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const LabelsDialog = loadedOnUse(async () => (await import("./LabelsDialog.tsx")).LabelsDialog, closeDialog);

/** Opens the dialog that changes what the team keeps with an order. */
export function EditLabels({ reference, order }: { reference: string; order: OrderView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setIsOpen(true)}>
        Edit purchase order, tags and note
      </Button>
      {isOpen ? <LabelsDialog reference={reference} order={order} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
