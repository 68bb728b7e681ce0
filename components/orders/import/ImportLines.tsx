"use client";

import { Upload } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTabOwner } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import { tableIn } from "./clipboardTable.ts";
import { isImportKept, type ImportPlace } from "./importPlace.ts";
import type { ImportSheetProps } from "./ImportSheet.tsx";
import type { KeptImport } from "./keptImport.ts";
import type { GivenTable } from "./useImport.ts";

// Everything that reads tables is loaded when there is one.
const ImportSheet = loadedOnUse(async () => (await import("./ImportSheet.tsx")).ImportSheet, closeDialog);

type ImportLinesProps = Omit<ImportSheetProps, "place" | "given" | "kept" | "onClose" | "onSetAside"> & {
  draftId: string;
};
type OpenImport = { given: GivenTable | null; kept: KeptImport | null; turn: number };

/** Adds many lines at once: from a table pasted or dropped anywhere on the page, or chosen in a sheet. */
export function ImportLines({ draftId, ...props }: ImportLinesProps) {
  const owner = useTabOwner();
  const place = useMemo(() => ({ owner, draftId }), [owner, draftId]);
  const [open, setOpen] = useState<OpenImport | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const give = (given: GivenTable | null, kept: KeptImport | null = null) =>
    setOpen((now) => ({ given, kept, turn: (now?.turn ?? 0) + 1 }));

  const openKept = useEffectEvent((kept: KeptImport) => {
    // A table may have been given meanwhile.
    if (open !== null || isDialogOpen()) return setIsWaiting(true);
    give(kept.table, kept);
  });
  useEffect(() => {
    let isGone = false;
    const find = async () => {
      const kept = await keptAt(place);
      if (isGone || kept === null) return;
      if (kept.work.isOpen) openKept(kept);
      else setIsWaiting(true);
    };
    void find();
    return () => {
      isGone = true;
    };
  }, [place]);
  async function start() {
    const kept = isWaiting ? await keptAt(place) : null;
    setIsWaiting(false);
    give(kept?.table ?? null, kept);
  }

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
      <Button ref={button} onClick={() => void start()}>
        <Icon shape={Upload} className="size-4" />
        {isWaiting ? "Continue import" : "Import lines"}
      </Button>
      {open ? (
        <ImportSheet
          key={open.turn}
          {...props}
          place={place}
          given={open.given}
          kept={open.kept}
          onClose={() => {
            setOpen(null);
            setIsWaiting(false);
          }}
          onSetAside={() => {
            setOpen(null);
            setIsWaiting(true);
          }}
        />
      ) : null}
    </>
  );
}

/** The import that was left in this tab. What reads it is loaded only if there is one. */
async function keptAt(place: ImportPlace): Promise<KeptImport | null> {
  if (!isImportKept(place)) return null;
  try {
    return await (await import("./keptImport.ts")).readImport(place);
  } catch {
    return null;
  }
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
