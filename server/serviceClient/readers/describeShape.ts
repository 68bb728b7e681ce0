import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";

const DEEPEST = 6;
const MOST_MEMBERS = 40;
const LONGEST_NAME = 40;
/** How much of a shape is kept, which may be as long as the answer. */
export const LONGEST_SHAPE = 1_000;

/**
 * The names and types of an answer, without its values: `{items: [{id: integer, name: text}, … 99 more], total: integer}`.
 * Elements of a list with the same shape are described once.
 */
export function describeShape(value: unknown, depth = 0): string {
  if (Array.isArray(value)) return listShape(value, depth);
  if (isRecord(value)) return recordShape(value, depth);
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return /^-?\d+$/.test(value) ? "digits as text" : "text";
  return typeof value;
}

function listShape(list: readonly unknown[], depth: number): string {
  if (list.length === 0) return "[]";
  if (depth >= DEEPEST) return "[…]";
  const [first] = list;
  const more = list.length === 1 ? "" : `, … ${list.length - 1} more`;
  return `[${describeShape(first, depth + 1)}${more}]`;
}

function recordShape(record: Record<string, unknown>, depth: number): string {
  const names = Object.keys(record);
  if (names.length === 0) return "{}";
  if (depth >= DEEPEST) return "{…}";
  const shown = names
    .slice(0, MOST_MEMBERS)
    .map((name) => `${nameOf(name)}: ${describeShape(record[name], depth + 1)}`);
  const more = names.length > MOST_MEMBERS ? [`… ${names.length - MOST_MEMBERS} more`] : [];
  return `{${[...shown, ...more].join(", ")}}`;
}

/** The name of a field, unless it could itself be a value: a code, an address, a sentence. */
export function nameOf(name: string): string {
  const isName = /^[A-Za-z_$][A-Za-z_$ .-]*\d{0,2}$/.test(name) && name.length <= LONGEST_NAME;
  return isName && !/^[A-Z]+[- ]/.test(name) ? name : "(a name)";
}
