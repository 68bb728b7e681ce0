"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { appendLines } from "#lib/orders/drafts/appendLines.ts";
import type { DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import type { OrderDraftView, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { DraftChecker } from "#lib/orders/drafts/draftChecker.ts";
import { allowancesQuery } from "#lib/queries/orders/allowances.ts";
import type { LinesTableHandle } from "#components/orders/builder/lines/LinesTable.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { useDraft } from "./useDraft.ts";
import { useDraftSummary } from "./useDraftSummary.ts";
import { usePresence } from "./usePresence.ts";
import { useUndo } from "./useUndo.ts";

/** A draft and everything that its editor needs: problems, undo, its name, and who else has it open. */
export function useDraftEditing(environment: Environment, opened: OrderDraftView) {
  const { canUndo, canRedo, ...typed } = useDraft(environment, opened);
  const { draft, products, sync } = typed;
  const summary = useDraftSummary(environment, opened, draft.lines.length);
  const [checker] = useState(() => new DraftChecker());
  const allowances = useQuery(allowancesQuery(environment)).data?.items;
  const verdict = useMemo(
    () => checker.check(draft.lines, products, allowances),
    [checker, draft.lines, products, allowances],
  );

  const table = useRef<LinesTableHandle>(null);
  const goTo = useCallback<LinesTableHandle["goTo"]>((...place) => table.current?.goTo(...place), []);
  const { undo: onUndo, redo: onRedo, onKeyDown } = useUndo(sync, goTo);

  const [lineId, setLineId] = useState<string | null>(null);
  const others = usePresence(environment, sync, summary.shared, lineId);
  const editors = useMemo(
    () => new Map(others.flatMap(({ lineId: line, name }) => (line === null ? [] : [[line, name] as const]))),
    [others],
  );
  const onEditing = useCallback(
    (line: string | null) => {
      if (line === null) sync.endStep();
      setLineId(line);
    },
    [sync],
  );
  /** Adds lines in one edit; returns how many no longer fit. */
  function addLines(lines: readonly TypedLine[], found: readonly DraftProduct[]): number {
    typed.learn(found);
    let rest: readonly TypedLine[] = [];
    typed.edit((now) => {
      const appended = appendLines(now, lines);
      rest = appended.rest;
      return appended.draft;
    });
    return rest.length;
  }
  /** Removes all lines, with a message that brings them back. */
  function clear() {
    typed.edit((now) => ({ ...now, lines: [] }));
    toast("All lines removed", { action: { label: "Undo", act: onUndo } });
  }
  /** Goes to the first of some lines that needs work. */
  function fix(indexes: readonly number[]) {
    const first = indexes.find((index) => verdict.lines[index]?.ready !== true);
    if (first === undefined) return;
    const [field] = Object.keys(verdict.lines[first]?.problems ?? {});
    goTo(first, field === "country" ? "countryCode" : field);
  }
  const undoing = { canUndo, canRedo, onUndo, onRedo };
  return {
    ...typed,
    summary,
    verdict,
    table,
    addLines,
    clear,
    fix,
    undoing,
    onKeyDown,
    others,
    editors,
    onEditing,
  };
}
