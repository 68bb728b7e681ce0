import type { CheckSettings, TableVerdict } from "./checkTable.ts";
import type { ColumnMapping } from "./columns.ts";
import type { EncodingOffer, RegionalEncoding } from "./decodeText.ts";
import type { FormattedCopy } from "#lib/orders/import/copied/withCopied.ts";
import type { ReadChoice } from "./openSource.ts";
import type { ImportQuestion } from "./questions.ts";
import type { LookupAnswer, LookupQuestion } from "./productLookup.ts";

/** The first rows of a table, and what was found out about it. */
export type TableSummary = {
  sheets: readonly { name: string; isHidden: boolean }[];
  sheet: number | null;
  separator: string | null;
  /** The encodings to choose from; empty if the file says its own. */
  encodings: readonly EncodingOffer[];
  encoding: RegionalEncoding | null;
  rowCount: number;
  columnCount: number;
  /** The first rows as given. */
  first: readonly (readonly string[])[];
  blankRows: number;
  titleRows: number;
  hiddenRows: number;
  formulas: number;
  notes: readonly string[];
  /** Whether the first row seems to be a heading, and the guessed columns with and without one. */
  hasHeads: boolean;
  guesses: { withHeads: ColumnMapping; withoutHeads: ColumnMapping };
};

/** `run` numbers the requests; answers to an earlier one are discarded. */
export type ToWorker =
  /** `locale`, `units`: those of the page (lib/text/currentLocale.ts, lib/money/statedUnits.ts). */
  | {
      kind: "open";
      run: number;
      locale: string;
      units: string;
      choice: ReadChoice;
      source: { kind: "text"; text: string; copy?: FormattedCopy } | { kind: "file"; file: File };
    }
  | { kind: "read"; run: number; choice: ReadChoice }
  | { kind: "check"; run: number; settings: CheckSettings }
  | { kind: "answer"; question: number; answer: LookupAnswer }
  | { kind: "unanswered"; question: number; message: string };

export type FromWorker =
  | { kind: "table"; run: number; summary: TableSummary }
  /** The table could not be read, or the check could not be completed. */
  | { kind: "refused" | "failed"; run: number; message: string }
  | { kind: "ask"; question: number; lookup: LookupQuestion }
  /** The rows are not checked before these are answered. */
  | { kind: "asked"; run: number; questions: readonly ImportQuestion[] }
  | { kind: "progress"; run: number; done: number; total: number }
  | { kind: "verdict"; run: number; verdict: TableVerdict; heads: readonly string[] | null };
