"use client";

import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import type { Sending } from "./placeRequest.ts";

/** Asks before this tab forgets an order of unknown outcome: nothing else on this page warns of ordering the same twice. */
export function StopCheckingDialog({
  sending,
  open,
  onClose,
  onStop,
}: {
  sending: Sending;
  open: boolean;
  onClose: () => void;
  onStop: () => void;
}) {
  const unsent = sending.requests.length - 1;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Stop checking this order?"
      description={
        <>
          <p>
            It may have been placed. Look for it in Orders before you order the same again: this warning
            doesn&apos;t come back.
          </p>
          {unsent > 0 ? (
            <p className="mt-1">{counted(unsent, "more order", "more orders")} won&apos;t be sent.</p>
          ) : null}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Keep checking</Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onStop();
            }}
          >
            Stop checking
          </Button>
        </>
      }
    />
  );
}
