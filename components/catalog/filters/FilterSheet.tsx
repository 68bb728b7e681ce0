"use client";

import { SlidersHorizontal } from "lucide";
import { useState, type ReactNode } from "react";
import { formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Icon } from "#components/ui/display/Icon.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { useClosedByBack } from "#components/ui/overlays/useClosedByBack.ts";

export type FilterSheetProps = {
  /** How many filters are chosen. */
  chosen: number;
  /** The text of the button that shows what the filters leave. */
  done: string;
  children: ReactNode;
};

/** On narrow screens the filters are in a side sheet. */
export function FilterSheet({ chosen, done, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useClosedByBack({ open, onClose: close });
  return (
    <span className="shrink-0 lg:hidden">
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Icon shape={SlidersHorizontal} className="size-4" />
        {chosen === 0 ? "Filters" : `Filters (${formatCount(chosen)})`}
      </Button>
      <Modal
        placement="side"
        open={open}
        onClose={close}
        title="Filters"
        footer={
          <Button variant="primary" onClick={close}>
            {done}
          </Button>
        }
      >
        {children}
      </Modal>
    </span>
  );
}
