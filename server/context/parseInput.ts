import "server-only";
import { z } from "zod";
import { AppError } from "./errors.ts";
import { plainIssue } from "./plainIssue.ts";

/** Enough to correct a form; a hostile body must not make the answer large. */
const MAX_FIELDS = 50;
/** In characters: as long as the longest list of choices. */
const MAX_MESSAGE = 500;

/**
 * Parses one part of a request. Unknown fields are refused, so that a typing error is not silently ignored.
 * @param what names the part for the reader: "query", "body", "address".
 * @throws AppError `validation` with `fields`: dotted path → what to change.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(input, { error: plainIssue });
  const unknown = schema instanceof z.ZodObject ? unknownMembers(Object.keys(schema.shape), input) : [];
  if (parsed.success && unknown.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues.flatMap(explain);
  const fields = Object.fromEntries([...unknown.map(refuse), ...issues].slice(0, MAX_FIELDS));
  const names = Object.keys(fields).slice(0, 5).join(", ");
  throw new AppError("validation", `Change this in the ${what}: ${names}.`, { fields });
}

/** Not all contracts are strict by themselves, because they also read answers. */
function unknownMembers(known: string[], input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  return Object.keys(input).filter((name) => !known.includes(name));
}

function explain(issue: z.core.$ZodIssue): [string, string][] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => refuse(dotted([...issue.path, key], "")));
  }
  return [[dotted(issue.path, "(all of it)"), issue.message.slice(0, MAX_MESSAGE)]];
}

function refuse(name: string): [string, string] {
  return [name.slice(0, 200), "Unknown parameter. Remove it."];
}

function dotted(path: readonly PropertyKey[], whole: string): string {
  return path.length === 0 ? whole : path.map(String).join(".").slice(0, 200);
}
