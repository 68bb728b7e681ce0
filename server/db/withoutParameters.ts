import "server-only";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import { DatabaseError } from "pg";

const CHANGED = Symbol.for("codedesk.queries-without-parameters");

type Run = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/**
 * Removes the parameters from every failed statement of this process: they are password hashes, codes and what people typed, and
 * would end up in any log of the error (Next logs those of pages). drizzle adds them to message and stack when it throws and has
 * no setting for that, so its one method that throws is replaced.
 */
export function dropParametersFromErrors(): void {
  const prototype: object = PgPreparedQuery.prototype;
  if (CHANGED in prototype) return;
  const original: unknown = Reflect.get(prototype, "queryWithCache");
  if (!isRun(original))
    throw new Error("drizzle's queries have changed: parameters would stand in its errors");
  const changed: Run = async function changed(...args) {
    try {
      return await original.apply(this, args);
    } catch (error) {
      throw withoutParameters(error);
    }
  };
  Object.assign(prototype, { queryWithCache: changed, [CHANGED]: true });
}

function isRun(value: unknown): value is Run {
  return typeof value === "function";
}

function withoutParameters(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  const frames = stackFrames(error);
  error.params = [];
  error.message = `Failed query: ${error.query}`;
  error.stack = `DrizzleQueryError: ${error.message}\n${frames}`;
  if (error.cause instanceof DatabaseError) dropValues(error.cause);
  return error;
}

/** PostgreSQL repeats values in `detail` and `where`, and in the message of data exceptions (SQLSTATE class 22). */
function dropValues(error: DatabaseError): void {
  const frames = stackFrames(error);
  Object.assign(error, { detail: undefined, where: undefined, internalQuery: undefined });
  if (error.code?.startsWith("22") === true) error.message = `data exception ${error.code}`;
  error.stack = `DatabaseError: ${error.message}\n${frames}`;
}

/** The stack without its first lines, which repeat the message. */
export function stackFrames(error: Error): string {
  const lines = (error.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}
