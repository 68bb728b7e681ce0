import "server-only";
import { HOUR, MINUTE } from "#lib/time/instant.ts";

/** A working day. After that one signs in again, whatever was done. */
export const SESSION_LIFETIME_MS = 12 * HOUR;
/** Without a single request for this long, a session ends. */
export const SESSION_IDLE_MS = 2 * HOUR;
/** Sessions a member may have at once; a new one ends the oldest. */
export const SESSIONS_PER_MEMBER = 10;
/** lastSeenAt is not written more often than this: a read must not cost a write each time. */
export const SEEN_EVERY_MS = MINUTE;
