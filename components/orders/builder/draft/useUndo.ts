"use client";

import { useCallback, type KeyboardEvent } from "react";
import type { DraftChange } from "#lib/orders/drafts/draftChange.ts";
import { changedFields } from "#lib/orders/drafts/draftHistory.ts";
import type { DraftSync } from "#lib/orders/drafts/draftSync.ts";
import { counted } from "#lib/text/counts.ts";
import { announce } from "#components/ui/Announcer.tsx";
import type { LinesTableHandle } from "#components/orders/builder/lines/LinesTable.tsx";

export type Undo = {
  undo: () => void;
  redo: () => void;
  /** For the element within which Ctrl+Z undoes changes of the draft. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/** Undo and redo for the draft: announces what changed and moves the focus there. */
export function useUndo(sync: DraftSync, goTo: LinesTableHandle["goTo"]): Undo {
  const run = useCallback(
    (change: DraftChange | null, done: string) => {
      if (change === null) {
        announce("Nothing to undo. The line was changed by another member, or ordered.");
        return;
      }
      announce(`${done}: ${describe(change)}.`);
      const changed = change.lines.find(({ after }) => after !== null);
      const row = sync.getState().draft.lines.findIndex(({ id }) => id === changed?.id);
      if (changed !== undefined && row >= 0) goTo(row, changedFields(changed)[0]);
    },
    [goTo, sync],
  );
  const undo = useCallback(() => run(sync.undo(), "Undone"), [run, sync]);
  const redo = useCallback(() => run(sync.redo(), "Redone"), [run, sync]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isOfItsOwn(event.target)) return;
      const key = event.key.toLowerCase();
      const isRedo = (key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey);
      if (!isRedo && key !== "z") return;
      event.preventDefault();
      if (isRedo) redo();
      else undo();
    },
    [redo, undo],
  );
  return { undo, redo, onKeyDown };
}

/**
 * A field that is not part of the draft, such as the product search, undoes its own text. If it is empty it has nothing to undo,
 * and it is where the focus goes when a line is removed.
 */
function isOfItsOwn(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement && "addsRow" in target.dataset) return target.value !== "";
  return target.closest("dialog") !== null;
}

function describe({ texts, lines }: DraftChange): string {
  const parts = [
    [lines.filter(({ before }) => before === null).length, "is back", "are back"],
    [lines.filter(({ after }) => after === null).length, "was removed", "were removed"],
    [lines.filter(({ before, after }) => before !== null && after !== null).length, "changed", "changed"],
  ] as const;
  const words = parts.flatMap(([count, one, several]) =>
    count === 0 ? [] : `${counted(count, "line", "lines")} ${count === 1 ? one : several}`,
  );
  return [...words, ...(texts.length > 0 ? ["order details changed"] : [])].join(", ");
}
