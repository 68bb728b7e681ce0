"use client";

import { Search } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PaletteProps } from "./CommandPalette.tsx";
import { useTypedMeanwhile } from "./useTypedMeanwhile.ts";

// The palette is loaded at its first use.
const CommandPalette = loadedOnUse(
  async () => (await import("./CommandPalette.tsx")).CommandPalette,
  closeDialog,
);

/**
 * The one search of the desk, in the header of every page: what is pressed or typed in this field opens the palette with it, like ⌘K
 * and Ctrl-K. A field, and no button, so that what is typed before the page is interactive is kept.
 */
export function SearchField(props: Pick<PaletteProps, "navigation" | "environments">) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isEntered = useRef(false);
  const empty = useCallback(() => {
    if (field.current !== null) field.current.value = "";
    isEntered.current = false;
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    empty();
  }, [empty]);
  const typedBefore = useTypedMeanwhile(open, close, field);
  const isEnteredBefore = useCallback(() => isEntered.current, []);

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
      <form
        role="search"
        aria-label="Everything"
        onSubmit={(event) => {
          event.preventDefault();
          isEntered.current = true;
          setOpen(true);
        }}
        className="relative max-w-md min-w-0 grow"
      >
        <Icon
          shape={Search}
          className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
        />
        {/* Without a name: a form that is submitted before the page is ready puts no code into its address. */}
        <input
          ref={field}
          type="search"
          aria-label="Search or jump to"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            if (event.target.value !== "") setOpen(true);
          }}
          className="block h-8 w-full min-w-0 rounded-md border border-line-strong bg-canvas ps-8 pe-2 text-ellipsis hover:border-ink-faint max-sm:text-base/6 lg:pe-16"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-2 my-auto h-[1.125rem] rounded-sm border border-line bg-surface px-1 font-sans text-xs leading-4 text-ink-faint max-lg:hidden"
        >
          Ctrl K
        </kbd>
      </form>
      <CommandPalette
        {...props}
        open={open}
        onClose={close}
        typedBefore={typedBefore}
        isEnteredBefore={isEnteredBefore}
        onTaken={empty}
      />
    </>
  );
}
