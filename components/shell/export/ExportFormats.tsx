"use client";

import { Download } from "lucide";
import type { TableFile } from "#lib/files/rowTable.ts";
import { Icon } from "#components/ui/display/Icon.tsx";
import { Menu, MenuItem } from "#components/ui/overlays/Menu.tsx";

/** The button of an export, with the kinds of file to choose from. */
export function ExportFormats({ label, onFormat }: { label: string; onFormat: (format: TableFile) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <>
          <Icon shape={Download} className="size-4" />
          {label}
        </>
      }
    >
      <MenuItem onClick={() => onFormat("csv")}>CSV for spreadsheets</MenuItem>
      <MenuItem onClick={() => onFormat("plain-csv")}>CSV for programs</MenuItem>
      <MenuItem onClick={() => onFormat("xlsx")}>Excel (XLSX)</MenuItem>
    </Menu>
  );
}
