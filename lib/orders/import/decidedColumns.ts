import type { CheckSettings } from "./checkTable.ts";
import { IMPORT_FIELDS, type ColumnMapping, type ImportField } from "./columns.ts";
import { columnQuestion, isAboutColumn } from "./questions.ts";

/**
 * What a member has decided about the columns of a table: the columns that it was checked with, and the answered questions about columns. Null: what
 * was remembered before answers were, of which nobody knows whether it was decided or guessed.
 */
export type DecidedColumns = { mapping: ColumnMapping; answered: readonly string[] | null };

/** What was decided of the columns, and not guessed; null: nothing. */
export function decidedIn({ mapping, answered }: CheckSettings): DecidedColumns | null {
  const columns = answered.filter(isAboutColumn);
  return columns.length === 0 ? null : { mapping, answered: columns.toSorted() };
}

/** The guessed settings with what a member decided of such a table before. What nobody has decided is guessed, and asked about, anew. */
export function withDecided(guessed: CheckSettings, { mapping, answered }: DecidedColumns): CheckSettings {
  if (answered === null) return { ...guessed, mapping };
  const next: ColumnMapping = {};
  for (const field of IMPORT_FIELDS) if (isDecided(field, answered)) put(next, field, mapping[field]);
  const taken = new Set(Object.values(next));
  for (const field of IMPORT_FIELDS) {
    if (isDecided(field, answered)) continue;
    // Where the guessed column is another field's by decision, what the field had then.
    put(
      next,
      field,
      [guessed.mapping[field], mapping[field]].find((column) => column !== undefined && !taken.has(column)),
    );
  }
  return { ...guessed, mapping: next, answered: [...guessed.answered, ...answered] };
}

function isDecided(field: ImportField, answered: readonly string[]): boolean {
  return answered.some((id) => id === columnQuestion(field) || id.startsWith(`${columnQuestion(field)} `));
}

function put(mapping: ColumnMapping, field: ImportField, column: number | undefined): void {
  if (column !== undefined) mapping[field] = column;
}
