import "server-only";
import { stackFrames } from "#server/db/withoutValues.ts";

/** What a log may say about an error: what it is and where it arose, never the data that it concerns. */
export type ErrorDescription = {
  type: string;
  /** Absent if the text of such errors quotes the data. */
  message?: string;
  /** SQLSTATE, or the system's error code. */
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  /** The SQL with $1, $2 … instead of its parameters. */
  statement?: string;
  /** Next's id of an error that a page showed. */
  digest?: string;
  stack?: string;
  cause?: ErrorDescription;
};

const NAMES = ["code", "constraint", "table", "column", "digest"] as const;
/** How many causes are followed. */
const DEEPEST = 4;
/** Errors whose messages quote their input: a piece of JSON, the value of a field. */
const QUOTING = new Set(["SyntaxError", "ZodError", "DrizzleQueryError"]);
/** SQLSTATE class 22, data exception: "invalid input syntax for type uuid: …". */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** Describes anything that was thrown. If it is not an Error, only its type is given. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const type = error.constructor.name || error.name;
  const details: ErrorDescription = { type };
  const read = (name: string): unknown => (name in error ? Reflect.get(error, name) : undefined);
  for (const name of NAMES) {
    const value = read(name);
    if (typeof value === "string") details[name] = value;
  }
  const statement = read("query");
  if (typeof statement === "string") details.statement = statement;
  if (mayQuote(error, type, details)) details.message = error.message;
  const stack = stackFrames(error);
  if (stack !== "") details.stack = stack;
  if (error.cause !== undefined && depth < DEEPEST) details.cause = describeError(error.cause, depth + 1);
  return details;
}

function mayQuote(error: Error, type: string, { code, statement }: ErrorDescription): boolean {
  if (QUOTING.has(type) || QUOTING.has(error.name) || statement !== undefined) return false;
  return code === undefined || !DATA_EXCEPTION.test(code);
}

/** The description as text, for a terminal. */
export function formatError(error: unknown): string {
  const { type, message, stack, statement, cause: _, ...names } = describeError(error);
  const named = Object.entries(names).map(([name, value]) => `${name} ${value}`);
  const head = [message === undefined ? type : `${type}: ${message}`, ...named, statement].filter(
    (part) => part !== undefined,
  );
  const cause =
    error instanceof Error && error.cause !== undefined ? `\ncaused by ${formatError(error.cause)}` : "";
  return `${head.join(", ")}${stack === undefined ? "" : `\n${stack}`}${cause}`;
}
