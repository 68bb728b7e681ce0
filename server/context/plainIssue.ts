import "server-only";
import type { z } from "zod";
import { formatCount } from "#lib/text/counts.ts";

type Issue = z.core.$ZodRawIssue;

/** How each type of value is asked for. */
const NOUNS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with named fields",
  record: "an object with named fields",
  null: "null",
};

/** The formats that a person can be told by an example. */
const FORMATS: Record<string, string> = {
  email: "Enter an e-mail address, such as name@example.com.",
  url: "Enter an address that begins with https://.",
  uuid: "Enter an ID as Codedesk shows it, such as 0b2f6c1e-9a4d-4c7b-8f3e-5d6a7b8c9d0e.",
  datetime: "Enter a date and time, such as 2026-01-31T12:00:00Z.",
  date: "Enter a date, such as 2026-01-31.",
};

const MOST_OPTIONS = 20;

/**
 * Says of an invalid part of a request what to enter instead. For the messages that zod would make; a schema's own message comes
 * before it.
 */
export function plainIssue(issue: Issue): string {
  return `${issue.input === undefined ? "This is missing. " : ""}${whatToEnter(issue)}`;
}

function whatToEnter(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      // A parameter of an address that is given twice, for example.
      if (Array.isArray(issue.input) && issue.expected !== "object") return "Enter one value, not several.";
      return `Enter ${NOUNS[issue.expected] ?? "a value"}.`;
    case "too_big":
      return limitOf(issue.origin, "at most", issue.maximum, issue.inclusive ?? true);
    case "too_small":
      return limitOf(issue.origin, "at least", issue.minimum, issue.inclusive ?? true);
    case "invalid_format":
      return FORMATS[issue.format] ?? "Check the spelling: this does not have the expected form.";
    case "invalid_value":
      return oneOf(issue.values);
    case "not_multiple_of":
      return `Enter a multiple of ${formatCount(issue.divisor)}.`;
    case "unrecognized_keys":
      return `Remove what is not known here: ${issue.keys.slice(0, MOST_OPTIONS).join(", ")}.`;
    case "invalid_union":
      return "Check the parts of this: they do not belong together, or one of them is missing.";
    case "invalid_key":
    case "invalid_element":
      return "Check the names and values in here: one of them cannot be used.";
    default:
      return "Enter something else: this cannot be used.";
  }
}

function limitOf(origin: string, side: string, limit: number | bigint, inclusive: boolean): string {
  const count = formatCount(Number(limit));
  if (origin === "string")
    return `Enter ${side} ${count} ${Number(limit) === 1 ? "character" : "characters"}.`;
  if (origin === "array" || origin === "set" || origin === "map" || origin === "object") {
    return `Send ${side} ${count} ${Number(limit) === 1 ? "entry" : "entries"}.`;
  }
  if (inclusive) return `Enter a number of ${side} ${count}.`;
  return `Enter a number ${side === "at most" ? "below" : "above"} ${count}.`;
}

function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `Enter ${String(only)}.`;
  if (values.length > MOST_OPTIONS) return "Choose one of the values that are offered.";
  return `Choose one of these: ${values.map(String).join(", ")}.`;
}
