import "server-only";
import { DatabaseError } from "pg";

/**
 * Removes the values of a failed statement: they are password hashes, codes and what people typed, and would end up in any log of the
 * error (Next logs those of pages). drizzle repeats `values` in the message of the error that it makes of this one, and PostgreSQL
 * some of them in its own.
 */
export function dropValues(error: unknown, values: unknown): void {
  if (Array.isArray(values)) values.length = 0;
  if (!(error instanceof DatabaseError)) return;
  const frames = stackFrames(error);
  Object.assign(error, { detail: undefined, where: undefined, internalQuery: undefined });
  // SQLSTATE class 22, data exceptions: "invalid input syntax for type uuid: …".
  if (error.code?.startsWith("22") === true) error.message = `data exception ${error.code}`;
  error.stack = `DatabaseError: ${error.message}\n${frames}`;
}

/** The stack without its first lines, which repeat the message. */
export function stackFrames(error: Error): string {
  const lines = (error.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}
