import "server-only";
import { HOUR, MINUTE } from "#lib/time/instant.ts";

/** A working day. After that one signs in again, whatever was done. */
export const SESSION_LIFETIME_MS = 12 * HOUR;
/** Without a single request for this long, a session ends. */
export const SESSION_IDLE_MS = 2 * HOUR;
/** lastSeenAt is not written more often than this: a read must not cost a write each time. */
export const SEEN_EVERY_MS = MINUTE;

/** Failed sign-ins count for this long. */
export const ATTEMPT_WINDOW_MS = 15 * MINUTE;
/**
 * Failures within the window after which the next try has to wait. The address alone is generous, so that a
 * stranger cannot easily keep its owner out; address and client together are not.
 */
export const ATTEMPTS_ALLOWED = { pair: 8, email: 30, client: 60 } satisfies Record<string, number>;
