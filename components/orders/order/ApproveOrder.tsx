"use client";

import { useState } from "react";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const ApproveDialog = loadedOnUse(
  async () => (await import("./ApproveDialog.tsx")).ApproveDialog,
  closeDialog,
);

/** A button that approves the order, after a question. */
export function ApproveOrder({ reference, order }: { reference: string; order: OrderView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Approve
      </Button>
      <ApproveDialog reference={reference} order={order} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
