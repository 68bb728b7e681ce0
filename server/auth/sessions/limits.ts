import "server-only";
import { HOUR, MINUTE } from "#lib/time/instant.ts";

/** A working day. After that, a member has to sign in again, active or not. */
export const SESSION_LIFETIME_MS = 12 * HOUR;
/** A session ends after this time without a request. */
export const SESSION_IDLE_MS = 2 * HOUR;
/** Sessions a member may have at once; a new one ends the oldest. */
export const SESSIONS_PER_MEMBER = 10;
/** lastSeenAt is written at most this often, so that not every read costs a write. */
export const SEEN_EVERY_MS = MINUTE;
