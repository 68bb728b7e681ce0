import "server-only";
import { SCRUBBED_WORD } from "#lib/contracts/text/scrubbedWord.ts";
import { normalName, pick, readCodeCount, type JsonRecord } from "./fields.ts";

/** `total` comes last, because it can also be an amount of money. */
const NAMES = ["ordered", SCRUBBED_WORD, "total"];
/** Names of integers beside `delivered` that are never the count ordered. */
const OTHERS = new Set(
  [
    "orderId",
    "id",
    "statusCode",
    "status",
    "price",
    "currency",
    "delivered",
    "externalOrderCode",
    "version",
  ].map(normalName),
);
/** So many are still to come, or will not come. */
const MISSING = /pending|failed|missing|remaining|undelivered|outstanding|cancell?ed|refunded|backordered/i;

/**
 * How many codes were ordered, from an answer that says how many were delivered: `ordered`, the scrubbed word, `total`, or the
 * only integer beside `delivered`. Null if there is none: the caller then uses our own sum of quantities.
 */
export function readCountOrdered(record: JsonRecord, delivered: number | null): number | null {
  const named = readNamedCount(record, delivered);
  // Without `delivered` beside it, `total` is not about codes.
  if (named !== null || delivered === null) return named;
  const least = delivered;
  const beside = Object.entries(record).flatMap(([name, value]) => {
    const isOther = OTHERS.has(normalName(name)) || NAMES.includes(name) || MISSING.test(name);
    if (isOther || /(at|id|time|date|ms|seconds)$/i.test(name)) return [];
    return typeof value === "number" ? (readCodeCount(value) ?? []) : [];
  });
  const [only] = beside;
  return beside.length === 1 && only !== undefined && only >= least && only > 0 ? only : null;
}

/** The same, only where it has one of the names. */
export function readNamedCount(record: JsonRecord, delivered: number | null): number | null {
  for (const name of NAMES) {
    if (name === "total" && delivered === null) return null;
    const count = readCodeCount(pick(record, [name]));
    if (count !== null && count >= (delivered ?? 0) && count > 0) return count;
  }
  return null;
}
