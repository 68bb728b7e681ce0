"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { ImportPlace } from "./importPlace.ts";
import { forgetImport, keepTable, keepWork, type AddedRows } from "./keptImport.ts";
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
    void keepTable(place, table).then((isKept) => setKeptTable(isKept ? table : null));
  }, [place, table]);
  const keep = useEffectEvent((isOpen: boolean) => {
    if (settings === null || choice === null) return;
    if (added === null) forgetImport(place);
    else keepWork(place, { choice, settings, edits: edits.all(), added, isOpen });
  });
  useEffect(() => keep(true), [settings, choice, added]);
  useEffect(() => {
    edits.onChange = () => keep(true);
    return () => {
      edits.onChange = () => undefined;
    };
  }, [edits]);
  return {
    isKept: table !== null && keptTable === table && added !== null,
    setAside: () => keep(false),
  };
}
