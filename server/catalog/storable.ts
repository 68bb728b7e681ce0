import "server-only";

/** Larger records are not kept as they came: a catalog must not fill the database. */
const RECORD_LIMIT = 64_000;

/**
 * A value as PostgreSQL's jsonb can hold it: NUL and lone surrogates, which it refuses, become U+FFFD. A record that is too large
 * or too deep for JSON is replaced by a note that says so.
 */
export function storable<T>(value: T, limit = RECORD_LIMIT): T | { notKept: string } {
  const text = asJson(value);
  if (text === null) return { notKept: "The record is nested too deeply to be kept." };
  if (text.length > limit) return { notKept: `The record has ${text.length} characters and is not kept.` };
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return value;
  // A backslash pair is taken first, so that the text `\\u0000` stays what it is.
  const clean = text.replace(/\\(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (match: string, escape: string) =>
    escape.length > 1 ? "\\ufffd" : match,
  );
  // The same shape came in: only characters inside texts were replaced.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(clean) as T;
}

function asJson(value: unknown): string | null {
  try {
    return JSON.stringify(value ?? null);
  } catch {
    return null;
  }
}
