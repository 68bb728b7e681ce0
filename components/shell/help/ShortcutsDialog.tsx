"use client";

import { useState } from "react";
import { shortcutsOn } from "#lib/help/shortcuts.ts";
import { paths } from "#lib/paths.ts";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { areSingleKeysOn, setSingleKeys } from "./singleKeys.ts";
import { ShortcutList } from "./ShortcutList.tsx";

export type ShortcutsDialogProps = { open: boolean; onClose: () => void; pathname: string };

/** The shortcuts of the page one is on, before those of every page. */
export function ShortcutsDialog({ open, onClose, pathname }: ShortcutsDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Keyboard shortcuts">
      <ShortcutList groups={shortcutsOn(pathname)} level="h3" />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
        <SingleKeys />
        <TextLink href={paths.help({ section: "shortcuts" })} onClick={onClose}>
          All shortcuts
        </TextLink>
      </div>
    </Modal>
  );
}

function SingleKeys() {
  const [on, setOn] = useState(areSingleKeysOn);
  return (
    <Checkbox
      label="Use shortcuts of a single letter, and ?"
      checked={on}
      onChange={(event) => {
        setOn(event.target.checked);
        setSingleKeys(event.target.checked);
      }}
    />
  );
}
