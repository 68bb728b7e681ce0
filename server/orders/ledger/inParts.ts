import "server-only";

const ROWS_AT_ONCE = 10_000;

/** Writes many rows, some thousands of them with each statement. */
export async function inParts<T>(rows: readonly T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await write(rows.slice(at, at + ROWS_AT_ONCE));
}
