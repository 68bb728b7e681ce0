"use client";

import { Download } from "lucide";
import { TABLE_FILE_NAMES, TABLE_FILES, type TableFile } from "#lib/files/tableFiles.ts";
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
      {TABLE_FILES.map((file) => (
        <MenuItem key={file} onClick={() => onFormat(file)}>
          {TABLE_FILE_NAMES[file]}
        </MenuItem>
      ))}
    </Menu>
  );
}
