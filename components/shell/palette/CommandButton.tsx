"use client";

import { Command, Search } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import { useCallback, useEffect, useState } from "react";
import type { PaletteProps } from "./CommandPalette.tsx";
import { useTypedMeanwhile } from "./useTypedMeanwhile.ts";

// The palette is loaded at its first use.
const CommandPalette = loadedOnUse(
  async () => (await import("./CommandPalette.tsx")).CommandPalette,
  closeDialog,
);

/** Opens the command palette, like ⌘K and Ctrl-K on every page. */
export function CommandButton(props: Pick<PaletteProps, "navigation" | "environments">) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const typedBefore = useTypedMeanwhile(open, close);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      // Not over another dialog.
      if (isDialogOpen()) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-8 items-center gap-2 rounded-md border px-2 text-ink-soft hover:bg-hover hover:text-ink max-sm:min-w-0 max-sm:grow max-sm:border-line-strong sm:shrink-0"
      >
        {/* On a phone it replaces the look-up field, for which there is no space. */}
        <Icon shape={Search} className="size-4 shrink-0 sm:hidden" />
        <Icon shape={Command} className="size-4 max-sm:hidden" />
        <span className="truncate sm:hidden">Search or jump to…</span>
        <span className="max-sm:hidden">Jump to…</span>
        <kbd
          aria-hidden
          className="rounded-sm border border-line bg-surface px-1 font-sans text-xs leading-4 text-ink-faint max-lg:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      <CommandPalette {...props} open={open} onClose={close} typedBefore={typedBefore} />
    </>
  );
}
