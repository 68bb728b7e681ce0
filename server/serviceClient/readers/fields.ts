import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";

export type JsonRecord = Record<string, unknown>;

/** Normalises a name: `the_service`, `The Service` and `theService` are the same. */
export function normalName(name: string): string {
  return name.length > 100 ? name : name.toLowerCase().replace(/[\s_\-.]+/g, "");
}

/** The first of these fields that is present and not null; exact names first, then similar ones. Own properties only. */
export function pick(record: JsonRecord, names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  const index = indexOf(record);
  for (const name of names) {
    const value = index.get(normalName(name));
    if (value !== undefined) return value;
  }
  return undefined;
}

const FEW = 50;
const indexes = new WeakMap<JsonRecord, Map<string, unknown>>();

/** The fields by their normalised names. Cached for records with many fields, so that a hostile one is indexed only once. */
function indexOf(record: JsonRecord): Map<string, unknown> {
  const known = indexes.get(record);
  if (known !== undefined) return known;
  const index = new Map<string, unknown>();
  const names = Object.keys(record);
  for (const name of names) {
    const key = normalName(name);
    const value = record[name];
    if (value !== undefined && value !== null && !index.has(key)) index.set(key, value);
  }
  if (names.length > FEW) indexes.set(record, index);
  return index;
}

/**
 * An integer that JavaScript represents exactly: a number, or its digits as text. Null for anything else, including `10.00`: an
 * amount with decimals is in major or unknown units, and would be read as a hundred times too small.
 */
export function readInteger(value: unknown): number | null {
  // 3299.0 and 33e2 are integers too; the parser returns them as text.
  return integerOf(value, /^-?\d{1,20}(?:\.0|[eE]\+?\d{1,2})?$/);
}

/** The same for an id or a count, which has no units: `12.00` is 12. */
export function readUnitless(value: unknown): number | null {
  return integerOf(value, /^-?\d{1,20}(?:\.0{1,20}|[eE]\+?\d{1,2})?$/);
}

function integerOf(value: unknown, written: RegExp): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value + 0 : null;
  if (typeof value !== "string" || !written.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number + 0 : null;
}

/** Whether a value is a number with decimals, so that the amounts beside it cannot be taken for minor units. */
export function hasDecimals(value: unknown): boolean {
  if (readInteger(value) !== null) return false;
  if (typeof value === "number") return Number.isFinite(value) && !Number.isInteger(value);
  return typeof value === "string" && /^\s*-?\d{0,20}[.,]\d{1,20}\s*$/.test(value);
}

export function readCount(value: unknown): number | null {
  return notNegative(readInteger(value));
}

function notNegative(count: number | null): number | null {
  return count === null || count < 0 ? null : count;
}

const MOST_CODES = 2_147_483_647;

/** A number of codes that the ledger can store; a larger one counts as absent. */
export function readCodeCount(value: unknown): number | null {
  const count = notNegative(readUnitless(value));
  return count === null || count > MOST_CODES ? null : count;
}

const LONGEST_TEXT = 10_000;
const HALF_AT_END = /[\uD800-\uDBFF]$/;

/**
 * Text that a database can store and a page can show: without NUL and lone surrogates, and limited in length. Null for empty text
 * and for anything but text.
 */
export function readText(value: unknown, longest = LONGEST_TEXT): string | null {
  if (typeof value !== "string" || value.trim() === "") return null;
  const clean = storableText(value);
  // Not in the middle of a surrogate pair, because half of one cannot be stored.
  return clean.length > longest ? `${clean.slice(0, longest - 1).replace(HALF_AT_END, "")}…` : clean;
}

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Embeddings, overrides and isolates: one that is not closed reverses the following text, even outside a `bdi`. The raw record
 * keeps them.
 */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A display name, without characters that change the direction of text. Null if nothing visible remains. */
export function readLabel(value: unknown, longest: number): string | null {
  if (typeof value !== "string") return null;
  const text = readText(value.replace(DIRECTIONS, ""), longest);
  return text !== null && VISIBLE.test(text) ? text.trim() : null;
}

/** A text, which may also come as a list of texts (validation messages) or as `{message}`. */
export function readWords(value: unknown): string | null {
  if (Array.isArray(value)) {
    const words = value.slice(0, 100).flatMap((part) => readText(part) ?? []);
    return words.length === 0 ? null : readText(words.join("\n"));
  }
  if (isRecord(value)) return readText(pick(value, ["message", "text", "description", "title", "reason"]));
  return readText(value);
}

// PostgreSQL refuses NUL in text and lone surrogates in jsonb: neither may stop an order from being recorded.
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

export function storableText(text: string): string {
  return text.replace(UNSTORABLE, "\uFFFD");
}
