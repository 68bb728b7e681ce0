import { isRecord } from "#lib/json/isRecord.ts";
import type { ExceededLimit } from "#lib/contracts/team/limits.ts";

/** Reads the exceeded limit in an audit record; null if there is none. */
export function readExceededLimit(value: unknown): ExceededLimit | null {
  if (!isRecord(value)) return null;
  const { period, limit, used } = value;
  if (period !== "order" && period !== "day" && period !== "month") return null;
  if (typeof limit !== "number" || typeof used !== "number") return null;
  return Number.isSafeInteger(limit) && Number.isSafeInteger(used) ? { period, limit, used } : null;
}
