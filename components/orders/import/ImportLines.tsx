"use client";

import { Upload } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import { tableIn } from "./clipboardTable.ts";
import type { ImportSheetProps } from "./ImportSheet.tsx";
import type { GivenTable } from "./useImport.ts";

// Everything that reads tables is loaded when there is one.
const ImportSheet = loadedOnUse(async () => (await import("./ImportSheet.tsx")).ImportSheet, closeDialog);

/** Adds many lines at once: from a table pasted or dropped anywhere on the page, or chosen in a sheet. */
export function ImportLines(props: Omit<ImportSheetProps, "given" | "onClose">) {
  const [open, setOpen] = useState<{ given: GivenTable | null; turn: number } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const give = (given: GivenTable | null) => setOpen((now) => ({ given, turn: (now?.turn ?? 0) + 1 }));

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const given = pastedTable(event);
    if (given === null) return;
    event.preventDefault();
    give(given);
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (event.type === "drop" && file && !isDialogOpen()) give({ kind: "file", file });
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event);
    const drop = (event: DragEvent) => onDrop(event);
    // Before the fields receive the event, because a pasted table is never a search.
    document.addEventListener("paste", paste, true);
    document.addEventListener("dragover", drop);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste, true);
      document.removeEventListener("dragover", drop);
      document.removeEventListener("drop", drop);
    };
  }, []);

  useEffect(() => {
    if (open === null) return undefined;
    const own = button.current;
    // A pasted table can open the sheet without anything on the page having the focus.
    return () => {
      if (document.activeElement === document.body) own?.focus();
    };
  }, [open]);

  return (
    <>
      <Button ref={button} onClick={() => give(null)}>
        <Icon shape={Upload} className="size-4" />
        Import lines
      </Button>
      {open ? (
        <ImportSheet key={open.turn} {...props} given={open.given} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

function pastedTable({ clipboardData, target }: ClipboardEvent): GivenTable | null {
  // A note may have several lines, and a sheet has its own fields.
  if (target instanceof HTMLTextAreaElement || isDialogOpen()) return null;
  if (clipboardData === null) return null;
  if (clipboardData.getData("text/plain") !== "") return tableIn(clipboardData);
  const [file] = clipboardData.files;
  return file && !file.type.startsWith("image/") ? { kind: "file", file } : null;
}

function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
