"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { LookUpAnswer } from "#lib/contracts/codes/lookUp.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { lookUpAll } from "#lib/queries/lookUpAll.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { foundBefore, keepLookUp, keptLookUp, withoutCodes, type LookUpPlace } from "./keptLookUp.ts";

/** One reference; its answer is null until there is one. */
export type LookUpRow = { reference: string; answer: LookUpAnswer | null };

export type LookUp = {
  /** What is in the field for references. */
  text: string;
  setText: (text: string) => void;
  rows: readonly LookUpRow[];
  isRunning: boolean;
  /** Until when the service may not be called; null: it may. */
  waitingUntil: number | null;
  problem: Problem | null;
  start: (references: readonly string[]) => void;
  /** Stops; answers that have arrived stay. */
  cancel: () => void;
  /** Replaces some references and looks up the new ones. */
  replace: (instead: ReadonlyMap<string, string>) => void;
  /** Looks up again the references without a final answer. */
  resume: () => void;
};

/** A reference whose answer may still change. */
export function isOpen({ answer }: LookUpRow): boolean {
  return answer === null || answer.outcome === "unknown" || answer.outcome === "failed";
}

/** Looks up many references; rows are filled as answers arrive. They survive that the page is left for one of the orders. */
export function useLookUp(place: LookUpPlace): LookUp {
  const [rows, setRows] = useState(() => keptLookUp(place).rows);
  const [typed, setText] = useState(() => keptLookUp(place).text);
  const text = withoutCodes(typed, rows);
  const [isRunning, setRunning] = useState(false);
  const [waitingUntil, setWaitingUntil] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);
  const isKept = useRef(false);
  useEffect(() => () => running.current?.abort(), []);
  const lookUpAgain = useEffectEvent(async () => {
    const found = await foundBefore(place);
    // Whoever has begun meanwhile is not interrupted.
    if (found.length === 0 || isKept.current) return;
    setText(found.join("\n"));
    begin(found.map((reference) => ({ reference, answer: null })));
  });
  useEffect(() => void lookUpAgain(), []);
  const keep = useEffectEvent(() => {
    // Not what a page begins with, which would replace what is kept from before a reload.
    if (!isKept.current && rows.length === 0 && text === "") return;
    isKept.current = true;
    keepLookUp(place, { text, rows });
  });
  useEffect(() => keep(), [text, rows]);

  async function run(references: readonly string[]): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setRunning(true);
    try {
      for await (const step of lookUpAll(place.environment, references, controller.signal)) {
        if (running.current !== controller) return;
        setWaitingUntil(step.kind === "waiting" ? step.until : null);
        if (step.kind === "answers") setRows((known) => withAnswers(known, step.answers));
      }
    } catch (error) {
      if (!controller.signal.aborted) setProblem(asProblem(error));
    } finally {
      if (running.current === controller) {
        setRunning(false);
        setWaitingUntil(null);
      }
    }
  }

  function begin(next: readonly LookUpRow[]): void {
    setRows(next);
    const open = next.filter(isOpen).map(({ reference }) => reference);
    if (open.length > 0) void run(open);
  }

  return {
    text,
    setText,
    rows,
    isRunning,
    waitingUntil,
    problem,
    start: (references) => begin(references.map((reference) => ({ reference, answer: null }))),
    cancel: () => running.current?.abort(),
    replace: (instead) => begin(withReplaced(rows, instead)),
    resume: () => begin(rows),
  };
}

function withAnswers(rows: readonly LookUpRow[], answers: readonly LookUpAnswer[]): LookUpRow[] {
  const byReference = new Map(answers.map((answer) => [answer.reference, answer]));
  return rows.map((row) => ({ ...row, answer: byReference.get(row.reference) ?? row.answer }));
}

/** A reference that is already in the list is not looked up twice. */
function withReplaced(rows: readonly LookUpRow[], instead: ReadonlyMap<string, string>): LookUpRow[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const reference = instead.get(row.reference) ?? row.reference;
    if (seen.has(reference)) return [];
    seen.add(reference);
    return [reference === row.reference ? row : { reference, answer: null }];
  });
}
