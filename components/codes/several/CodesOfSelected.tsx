"use client";

import { useState } from "react";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useSelectedOrders } from "#components/shell/page/selectedOrders.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { buttonClasses } from "#components/ui/actions/buttonClasses.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { Menu, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { MOST_ORDERS, MOST_REVEALED } from "./limits.ts";

// Loaded when one is opened.
const RevealSeveral = loadedOnUse(
  async () => (await import("./RevealSeveral.tsx")).RevealSeveral,
  closeDialog,
);
const ExportSeveral = loadedOnUse(
  async () => (await import("./ExportSeveral.tsx")).ExportSeveral,
  closeDialog,
);

/** Reveals or exports the codes of the orders that are selected in the list; nothing where none of them has codes. */
export function CodesOfSelected() {
  const orders = useSelectedOrders();
  const mayReveal = usePermission("codes.reveal");
  const [task, setTask] = useState<{ does: "reveal" | "export"; references: readonly string[] } | null>(null);
  const withCodes = orders.filter(
    ({ state, delivered }) => STATES[state].codes !== "none" && delivered !== 0,
  );
  if (!mayReveal || (withCodes.length === 0 && task === null)) return null;
  const references = withCodes.map(referenceOf);
  const codes = withCodes.reduce((sum, { delivered, ordered }) => sum + (delivered ?? ordered ?? 0), 0);

  function begin(does: "reveal" | "export") {
    if (references.length > MOST_ORDERS)
      return toast(`Select at most ${counted(MOST_ORDERS, "order", "orders")}.`, { tone: "partial" });
    if (does === "reveal" && codes > MOST_REVEALED)
      return toast(`At most ${counted(MOST_REVEALED, "code", "codes")} are revealed at once.`, {
        tone: "partial",
        detail: "Select fewer orders, or export their codes.",
      });
    setTask({ does, references });
  }
  const close = () => setTask(null);
  return (
    <>
      <Menu
        trigger="Codes"
        label="Codes of the selected orders"
        triggerClassName={buttonClasses("secondary")}
      >
        <MenuItem onClick={() => begin("reveal")}>
          {`Reveal codes of ${formatCount(references.length)}`}
        </MenuItem>
        <MenuItem onClick={() => begin("export")}>
          {`Export codes of ${formatCount(references.length)}`}
        </MenuItem>
      </Menu>
      {task?.does === "reveal" ? <RevealSeveral references={task.references} onClose={close} /> : null}
      {task?.does === "export" ? <ExportSeveral references={task.references} onClose={close} /> : null}
    </>
  );
}
