import "server-only";

/** Classes of SQLSTATE that the same statement meets again: its data, its constraints, its form, its size. */
const LASTING = /^(0A|22|23|42|54)/;

/** Whether a write that failed may succeed when it is repeated; false for a fault in our own program. */
export function isTransient(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return false;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return true;
  return typeof cause.code !== "string" || !LASTING.test(cause.code);
}
