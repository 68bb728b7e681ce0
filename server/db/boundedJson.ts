import "server-only";

/** Larger records are not stored, so that a catalog cannot fill the database. In characters of JSON. */
const RECORD_LIMIT = 64_000;

/** The value, or a note in its place if it is too large to be stored. The readers have already made it valid jsonb. */
export function boundedJson<T>(value: T, limit = RECORD_LIMIT): T | { notKept: string } {
  const { length } = JSON.stringify(value ?? null);
  return length <= limit ? value : { notKept: `The record has ${length} characters and is not kept.` };
}
