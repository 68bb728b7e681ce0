"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { CheckSettings, TableVerdict } from "#lib/orders/import/checkTable.ts";
import type { ColumnMapping } from "#lib/orders/import/columns.ts";
import type { FromWorker, TableSummary, ToWorker } from "#lib/orders/import/importMessages.ts";
import { dataRowCount } from "#lib/orders/import/dataRowCount.ts";
import { refusalOfFile, type ReadChoice } from "#lib/orders/import/openSource.ts";
import type { ImportQuestion } from "#lib/orders/import/questions.ts";
import { withDecided } from "#lib/orders/import/decidedColumns.ts";
import type { FormattedCopy } from "#lib/orders/import/copied/withCopied.ts";
import { counted } from "#lib/text/counts.ts";
import { allowancesQuery } from "#lib/queries/orders/allowances.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { statedUnitsText } from "#lib/money/statedUnits.ts";
import { currentLocale } from "#lib/text/currentLocale.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { CatalogLookup } from "./catalogLookup.ts";
import { ColumnDecisions } from "./columnDecisions.ts";
import { columnMemory, type Remembered } from "./columnMemory.ts";
import type { KeptWork } from "./keptImport.ts";

/** A table that was pasted, dropped or chosen. */
export type GivenTable = { kind: "text"; text: string; copy?: FormattedCopy } | { kind: "file"; file: File };

export type TableCheck =
  | { kind: "checking"; done: number; total: number }
  | { kind: "failed"; message: string }
  | { kind: "asked"; questions: readonly ImportQuestion[] }
  | {
      kind: "checked";
      verdict: TableVerdict;
      heads: readonly string[] | null;
      /** Differs for each check. */ turn: number;
      tookMs: number;
    };

export type ImportState =
  | { kind: "empty" }
  | { kind: "reading"; name: string }
  | { kind: "refused"; name: string; message: string }
  | {
      kind: "table";
      name: string;
      given: GivenTable;
      /** In which way the table is read. */
      choice: ReadChoice;
      summary: TableSummary;
      settings: CheckSettings;
      check: TableCheck;
      /** The columns that the member chose for such a table before, if they are used; null: the guessed ones are. */
      remembered: Remembered | null;
    };

const PASTED = "Pasted table";

/** `number`: that of the latest request. */
type Run = { number: number; begun: number; given: GivenTable | null; choice: ReadChoice };

/**
 * Reads and checks one table in a worker. What is shown always belongs to the latest request. `kept`: how the given table was read and
 * mapped before it was left.
 */
export function useImport(
  environment: Environment,
  memberId: string,
  given: GivenTable | null,
  kept: KeptWork | null,
) {
  const [state, setState] = useState<ImportState>(() => (given ? stateOfGiven(given) : { kind: "empty" }));
  const client = useQueryClient();
  const [lookup] = useState(
    () => new CatalogLookup(environment, () => client.fetchQuery(allowancesQuery(environment))),
  );
  const worker = useRef<Worker | null>(null);
  const run = useRef<Run>({ number: 0, begun: 0, given: null, choice: {} });
  const [decisions] = useState(() => new ColumnDecisions(memberId));

  const post = useCallback((message: ToWorker) => worker.current?.postMessage(message), []);
  const nextRun = useCallback(() => {
    run.current.number += 1;
    return run.current.number;
  }, []);

  const check = useCallback(
    (settings: CheckSettings) => {
      run.current.begun = performance.now();
      setState((now) =>
        now.kind === "table"
          ? {
              ...now,
              settings,
              check: { kind: "checking", done: 0, total: dataRowCount(now.summary, settings) },
            }
          : now,
      );
      post({ kind: "check", run: nextRun(), settings });
    },
    [nextRun, post],
  );

  const receive = useCallback(
    (message: FromWorker) => {
      if (message.kind === "ask") return void answerWorker(message, lookup, post);
      if (message.run !== run.current.number) return;
      const { given: table, choice } = run.current;
      if (table === null) return;
      const name = nameOf(table);
      if (message.kind === "refused") return setState({ kind: "refused", name, message: message.message });
      if (message.kind === "table") {
        const before = table === given && choice === kept?.choice ? kept.settings : null;
        const next = stateOfTable(memberId, { name, given: table, choice }, message.summary, before);
        const { settings } = next;
        decisions.begin(settings);
        setState(next);
        post({ kind: "check", run: nextRun(), settings });
        return;
      }
      if (message.kind === "verdict") decisions.remember(Date.now());
      const next = checkAfter(message, performance.now() - run.current.begun);
      setState((now) => (now.kind === "table" ? { ...now, check: next } : now));
    },
    [decisions, given, kept, lookup, memberId, nextRun, post],
  );

  const send = useCallback(
    (table: GivenTable, choice: ReadChoice) => {
      run.current = { number: nextRun(), begun: performance.now(), given: table, choice };
      if (stateOfGiven(table).kind !== "reading") return;
      post({
        kind: "open",
        run: run.current.number,
        locale: currentLocale(),
        units: statedUnitsText(),
        choice,
        source: table,
      });
    },
    [nextRun, post],
  );
  const open = useCallback(
    (table: GivenTable) => {
      setState(stateOfGiven(table));
      send(table, {});
    },
    [send],
  );

  useEffect(() => {
    const made = startWorker(receive, () =>
      setState({
        kind: "refused",
        name: run.current.given === null ? PASTED : nameOf(run.current.given),
        message: NOT_STARTED,
      }),
    );
    worker.current = made;
    if (given) send(given, kept?.choice ?? {});
    return () => made.terminate();
  }, [given, kept, receive, send]);

  const choose = useCallback(
    (choice: ReadChoice) => {
      run.current.choice = choice;
      post({ kind: "read", run: nextRun(), choice });
    },
    [nextRun, post],
  );
  const change = useCallback(
    (summary: TableSummary, settings: CheckSettings) => {
      const [heads] = summary.first;
      decisions.note(settings.hasHeads ? heads : undefined, settings);
      check(settings);
    },
    [check, decisions],
  );
  const guessAnew = useCallback(
    (summary: TableSummary) => {
      columnMemory.forget(memberId, summary.first[0] ?? []);
      check(guessedSettings(summary));
    },
    [check, memberId],
  );
  const reset = useCallback(() => {
    nextRun();
    setState({ kind: "empty" });
  }, [nextRun]);
  return { state, lookup, open, choose, change, guessAnew, check, reset };
}

async function answerWorker(
  { question, lookup: asked }: Extract<FromWorker, { kind: "ask" }>,
  lookup: CatalogLookup,
  post: (message: ToWorker) => void,
): Promise<void> {
  try {
    post({ kind: "answer", question, answer: await lookup.ask(asked) });
  } catch (error) {
    post({ kind: "unanswered", question, message: asProblem(error).detail });
  }
}

/** A table that was just read, about to be checked. `before`: the settings with which it was left. */
function stateOfTable(
  memberId: string,
  read: { name: string; given: GivenTable; choice: ReadChoice },
  summary: TableSummary,
  before: CheckSettings | null,
): Extract<ImportState, { kind: "table" }> {
  const { settings, remembered } =
    before !== null && fitsIn(before.mapping, summary)
      ? { settings: before, remembered: null }
      : settingsFor(memberId, summary);
  const check = { kind: "checking" as const, done: 0, total: dataRowCount(summary, settings) };
  return { kind: "table", ...read, summary, settings, remembered, check };
}

const NOT_STARTED = "The import couldn't be started. Reload the page.";

function startWorker(receive: (message: FromWorker) => void, onError: () => void): Worker {
  const made = new Worker(new URL("./importWorker.ts", import.meta.url), { type: "module" });
  // Our own worker, which uses the same type.
  made.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => receive(data));
  made.addEventListener("error", onError);
  return made;
}

function nameOf(table: GivenTable): string {
  return table.kind === "text" ? PASTED : table.file.name;
}

/** A table that is refused because of its size or kind is not read at all. */
function stateOfGiven(table: GivenTable): ImportState {
  const message = table.kind === "file" ? refusalOfFile(table.file) : null;
  const name = nameOf(table);
  return message === null ? { kind: "reading", name } : { kind: "refused", name, message };
}

/** The columns that this member chose for such a table before, otherwise the guessed ones. */
function settingsFor(
  memberId: string,
  summary: TableSummary,
): { settings: CheckSettings; remembered: Remembered | null } {
  const { first, hasHeads } = summary;
  const remembered = hasHeads ? columnMemory.recall(memberId, first[0] ?? []) : null;
  const guessed = guessedSettings(summary);
  if (remembered === null || !fitsIn(remembered.mapping, summary))
    return { settings: guessed, remembered: null };
  const settings = withDecided(guessed, remembered);
  return { settings, remembered: { ...remembered, mapping: settings.mapping } };
}

function fitsIn(mapping: ColumnMapping, { columnCount }: TableSummary): boolean {
  return Object.values(mapping).every((column) => column < columnCount);
}

function guessedSettings({ hasHeads, guesses }: TableSummary): CheckSettings {
  const mapping = hasHeads ? guesses.withHeads : guesses.withoutHeads;
  return { hasHeads, mapping, leaveOutHidden: false, answered: [] };
}

function checkAfter(
  message: Exclude<FromWorker, { kind: "ask" | "table" | "refused" }>,
  tookMs: number,
): TableCheck {
  if (message.kind === "verdict") {
    const { verdict, heads } = message;
    announce(
      `${counted(verdict.good.length, "row", "rows")} ready, ${counted(verdict.bad.length, "needs", "need")} work.`,
    );
    return { kind: "checked", verdict, heads, turn: message.run, tookMs };
  }
  if (message.kind === "asked") {
    const { questions } = message;
    announce(`${counted(questions.length, "question", "questions")} before the rows are checked.`);
    return { kind: "asked", questions };
  }
  if (message.kind === "progress") return { kind: "checking", done: message.done, total: message.total };
  return { kind: "failed", message: message.message };
}
