"use client";

import { useEffect, useState } from "react";
import type { ImportPlace } from "./importPlace.ts";
import { forgetImport, keepTable, keepWork, type AddedRows, type KeptWork } from "./keptImport.ts";
import type { RowEdits } from "./rowEdits.ts";
import type { ImportState } from "./useImport.ts";

/**
 * Keeps what is being reviewed, so that it is there after the page was left or loaded again. `added`: null if it is not known which rows
 * are in the draft, so that nothing can be continued. Returns whether it is kept.
 */
export function useKeptImport(
  place: ImportPlace,
  state: ImportState,
  edits: RowEdits,
  added: AddedRows | null,
): { isKept: boolean; setAside: () => void } {
  const [keptTable, setKeptTable] = useState<object | null>(null);
  const table = state.kind === "table" ? state.given : null;
  const settings = state.kind === "table" ? state.settings : null;
  const choice = state.kind === "table" ? state.choice : null;
  useEffect(() => {
    if (table === null) return;
    const keep = async () => setKeptTable((await keepTable(place, table)) ? table : null);
    void keep();
  }, [place, table]);
  const isReviewed = settings !== null && choice !== null;
  useEffect(() => {
    if (settings === null || choice === null) return undefined;
    const keep = () => keepOrForget(place, { choice, settings, edits, added, isOpen: true });
    keep();
    return edits.follow(keep);
  }, [place, settings, choice, edits, added]);
  return {
    isKept: table !== null && keptTable === table && added !== null,
    setAside: () => {
      if (isReviewed) keepOrForget(place, { choice, settings, edits, added, isOpen: false });
    },
  };
}

type Reviewed = Omit<KeptWork, "edits" | "added"> & { edits: RowEdits; added: AddedRows | null };

function keepOrForget(place: ImportPlace, { edits, added, ...rest }: Reviewed): void {
  if (added === null) forgetImport(place);
  else keepWork(place, { ...rest, added, edits: edits.all() });
}
