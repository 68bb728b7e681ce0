"use client";

import { SlidersHorizontal } from "lucide";
import { useState } from "react";
import { countChosen } from "#lib/catalog/views/viewParams.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Icon } from "#components/ui/display/Icon.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { useClosedByBack } from "#components/ui/overlays/useClosedByBack.ts";
import { FacetPanel, type FacetPanelProps } from "./FacetPanel.tsx";

/** On narrow screens the filters are in a side sheet. */
export function FilterSheet(panel: FacetPanelProps) {
  const [open, setOpen] = useState(false);
  const { total } = panel.page;
  const chosen = countChosen(panel.view);
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
            {`Show ${counted(total, "product", "products")}`}
          </Button>
        }
      >
        <FacetPanel {...panel} />
      </Modal>
    </span>
  );
}
