import "server-only";
import { DAY, type Instant } from "#lib/time/instant.ts";
import { readHttpDate } from "#server/serviceClient/readers/timestamp.ts";

/** A longer wait is considered an error: the service is called again after a day. */
const LONGEST = DAY;

/**
 * Milliseconds to wait according to Retry-After (seconds or an HTTP date); null if it is missing or unreadable. A date is
 * compared with the service's own Date header if there is one, because clocks differ.
 */
export function readRetryAfter(
  headers: readonly string[],
  serviceDate: Instant | null,
  now: Instant,
): number | null {
  const waits = headers.flatMap((header) => {
    const wait = readOne(header.trim(), serviceDate ?? now);
    return wait === null ? [] : [wait];
  });
  return waits.length === 0 ? null : Math.min(Math.max(...waits), LONGEST);
}

function readOne(value: string, now: Instant): number | null {
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const at = readHttpDate(value, now);
  return at === null ? null : Math.max(0, at - now);
}
