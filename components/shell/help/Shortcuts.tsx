"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import type { NavItem } from "#components/shell/navigation/navigation.ts";
import { areSingleKeysOn, singleKey } from "./singleKeys.ts";
import { useLetterKeys } from "./useLetterKeys.ts";
import { onShortcutsRequest } from "./shortcutRequest.ts";

// The list is loaded at its first use.
const ShortcutsDialog = loadedOnUse(
  async () => (await import("./ShortcutsDialog.tsx")).ShortcutsDialog,
  closeDialog,
);

/** The shortcuts of every page, and their list, which ? shows anywhere but in a text field. */
export function Shortcuts({ navigation }: { navigation: readonly NavItem[] }) {
  useLetterKeys(navigation);
  const pathname = usePathname();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Not over another dialog.
      if (singleKey(event) !== "?" || !areSingleKeysOn() || isDialogOpen()) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    const stop = onShortcutsRequest(() => setOpen(true));
    return () => {
      document.removeEventListener("keydown", onKey);
      stop();
    };
  }, []);

  return <ShortcutsDialog open={open} onClose={() => setOpen(false)} pathname={pathname} />;
}
