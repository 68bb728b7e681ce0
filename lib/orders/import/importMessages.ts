import type { CheckSettings, TableVerdict } from "./checkTable.ts";
import type { ColumnMapping } from "./columns.ts";
import type { LookupAnswer, LookupQuestion } from "./productLookup.ts";

/** The first rows of a table, and what was found out about it. */
export type TableSummary = {
  sheets: readonly { name: string; isHidden: boolean }[];
  sheet: number | null;
  separator: string | null;
  rowCount: number;
  columnCount: number;
  /** The first rows as given. */
  first: readonly (readonly string[])[];
  blankRows: number;
  hiddenRows: number;
  formulas: number;
  notes: readonly string[];
  /** Whether the first row seems to name the columns, and the columns as guessed with and without such names. */
  hasHeads: boolean;
  guesses: { withHeads: ColumnMapping; withoutHeads: ColumnMapping };
};

/** `run` numbers what is asked for; answers to an earlier one are of no use any more. */
export type ToWorker =
  /** `locale`: what its messages are written in, as the page is (lib/text/currentLocale.ts). */
  | {
      kind: "open";
      run: number;
      locale: string;
      source: { kind: "text"; text: string } | { kind: "file"; file: File };
    }
  | { kind: "read"; run: number; choice: { sheet?: number; separator?: string } }
  | { kind: "check"; run: number; settings: CheckSettings }
  | { kind: "answer"; question: number; answer: LookupAnswer }
  | { kind: "unanswered"; question: number; message: string };

export type FromWorker =
  | { kind: "table"; run: number; summary: TableSummary }
  /** The table can't be read, or the check could not be done. */
  | { kind: "refused" | "failed"; run: number; message: string }
  | { kind: "ask"; question: number; lookup: LookupQuestion }
  | { kind: "progress"; run: number; done: number; total: number }
  | { kind: "verdict"; run: number; verdict: TableVerdict; heads: readonly string[] | null };
