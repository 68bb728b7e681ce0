"use client";

import { Download } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState } from "react";
import type { ExportOrdersRequest } from "#lib/contracts/orderExport.ts";
import type { OrderFile } from "#lib/orders/export/orderTable.ts";
import { Menu, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const ExportDialog = loadedOnUse(async () => (await import("./ExportDialog.tsx")).ExportDialog, closeDialog);

export type ExportMenuProps = { chosen: ExportOrdersRequest["chosen"]; label: string };

/** Exports orders as CSV or XLSX. */
export function ExportMenu({ chosen, label }: ExportMenuProps) {
  const [format, setFormat] = useState<OrderFile | null>(null);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <>
            <Icon shape={Download} className="size-4" />
            {label}
          </>
        }
      >
        <MenuItem onClick={() => setFormat("csv")}>CSV for spreadsheets</MenuItem>
        <MenuItem onClick={() => setFormat("plain-csv")}>CSV for programs</MenuItem>
        <MenuItem onClick={() => setFormat("xlsx")}>Excel (XLSX)</MenuItem>
      </Menu>
      {format === null ? null : <ExportDialog {...{ chosen, format }} onClose={() => setFormat(null)} />}
    </>
  );
}
