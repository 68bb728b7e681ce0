import "server-only";

/** Larger records are not kept as they came: a catalog must not fill the database. In characters of JSON. */
const RECORD_LIMIT = 64_000;

/** The value, or a note in its place where it is too large to be kept. The readers have made it fit for jsonb otherwise. */
export function bounded<T>(value: T, limit = RECORD_LIMIT): T | { notKept: string } {
  const { length } = JSON.stringify(value ?? null);
  return length <= limit ? value : { notKept: `The record has ${length} characters and is not kept.` };
}
