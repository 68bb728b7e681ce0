import { MINUTE } from "#lib/time/instant.ts";

/**
 * When a test gives up, in milliseconds. The limits only end what hangs: each is at least ten times of what the longest test, or
 * the longest wait in one, takes on a quiet machine with two cores. A guarantee about time is stated otherwise.
 */
export const TIME_LIMITS = {
  /** A test, or what is done before or after it. */
  test: 20 * MINUTE,
  /** One thing that a test waits for: a text on a page, a state in the database, an answer. */
  wait: 3 * MINUTE,
};
