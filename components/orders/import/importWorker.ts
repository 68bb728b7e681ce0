import { checkTable, rowsOf, type CheckSettings } from "#lib/orders/import/checkTable.ts";
import { guessColumns, guessHasHeads } from "#lib/orders/import/columns.ts";
import type { FromWorker, TableSummary, ToWorker } from "#lib/orders/import/importMessages.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import {
  openSource,
  type OpenedSource,
  type ReadChoice,
  type ReadTable,
} from "#lib/orders/import/openSource.ts";
import { openQuestions } from "#lib/orders/import/questions.ts";
import type { LookupAnswer, LookupQuestion } from "#lib/orders/import/productLookup.ts";
import { setStatedUnits } from "#lib/money/statedUnits.ts";
import { setLocaleSource } from "#lib/text/currentLocale.ts";

/** Reads and checks a table in a worker, so that typing stays possible. It asks the page for products, and stores nothing. */

const SHOWN_ROWS = 6;
/** The interval at which a check reports its progress and checks for a newer request. */
const PAUSE_EVERY_MS = 100;

/** There is a newer request. */
class Outdated extends Error {}
/** The page could not look up products; the message is for a person. */
class Unanswered extends Error {}

type Waiting = { resolve: (answer: LookupAnswer) => void; reject: (error: Unanswered) => void };

let opened: OpenedSource | null = null;
let read: ReadTable | null = null;
let currentRun = 0;
let lastQuestion = 0;
const waiting = new Map<number, Waiting>();

const tell = (message: FromWorker) => postMessage(message);

// Sent by our own page, which uses the same type.
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => void receive(data));

async function receive(message: ToWorker): Promise<void> {
  if (message.kind === "answer" || message.kind === "unanswered") return settle(message);
  const { run } = message;
  currentRun = run;
  try {
    if (message.kind === "open") await open(message);
    if (message.kind === "check") await check(run, message.settings);
    else await readTable(run, message.choice);
  } catch (error) {
    if (error instanceof Outdated || run !== currentRun) return;
    if (error instanceof ImportRefusal) tell({ kind: "refused", run, message: error.message });
    else if (error instanceof Unanswered) tell({ kind: "failed", run, message: error.message });
    else tell({ kind: "refused", run, message: "This table can't be read. Save it again as CSV or XLSX." });
  }
}

function settle(message: Extract<ToWorker, { question: number }>): void {
  const one = waiting.get(message.question);
  waiting.delete(message.question);
  if (message.kind === "answer") one?.resolve(message.answer);
  else one?.reject(new Unanswered(message.message));
}

async function open({ source, locale, units }: Extract<ToWorker, { kind: "open" }>): Promise<void> {
  setLocaleSource(() => locale);
  setStatedUnits(units);
  opened = null;
  read = null;
  opened = await openSource(
    source.kind === "text"
      ? source
      : { kind: "file", name: source.file.name, bytes: new Uint8Array(await source.file.arrayBuffer()) },
  );
}

async function readTable(run: number, choice: ReadChoice): Promise<void> {
  if (opened === null) throw new Outdated();
  const now = await opened.read(choice);
  if (run !== currentRun) throw new Outdated();
  read = now;
  tell({ kind: "table", run, summary: summaryOf(opened, now) });
}

function summaryOf(
  { sheets, encodings }: OpenedSource,
  { table, separator, encoding, sheet }: ReadTable,
): TableSummary {
  const { rows, blankRows, titleRows, hiddenRows, formulas, notes } = table;
  return {
    blankRows,
    titleRows,
    hiddenRows,
    formulas,
    notes,
    sheets,
    encodings,
    encoding,
    sheet,
    separator,
    rowCount: rows.length,
    columnCount: rows.reduce((most, { cells }) => Math.max(most, cells.length), 0),
    first: rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells),
    hasHeads: guessHasHeads(table),
    guesses: { withHeads: guessColumns(table, true), withoutHeads: guessColumns(table, false) },
  };
}

async function check(run: number, settings: CheckSettings): Promise<void> {
  if (read === null) throw new Outdated();
  const { table } = read;
  const questions = openQuestions(table, settings);
  if (questions.length > 0) return tell({ kind: "asked", run, questions });
  let pausedAt = performance.now();
  const verdict = await checkTable(table, settings, ask, async (done, total) => {
    if (performance.now() - pausedAt < PAUSE_EVERY_MS) return;
    tell({ kind: "progress", run, done, total });
    // Lets newer requests arrive.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (run !== currentRun) throw new Outdated();
    pausedAt = performance.now();
  });
  tell({
    kind: "verdict",
    run,
    verdict,
    heads: rowsOf({ ...table, rows: table.rows.slice(0, 1) }, settings).heads,
  });
}

function ask(lookup: LookupQuestion): Promise<LookupAnswer> {
  lastQuestion += 1;
  const question = lastQuestion;
  tell({ kind: "ask", question, lookup });
  return new Promise((resolve, reject) => waiting.set(question, { resolve, reject }));
}
