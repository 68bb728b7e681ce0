import "server-only";
import { DAY, MINUTE } from "#lib/time/instant.ts";

/** Failed sign-ins count for this long. */
export const ATTEMPT_WINDOW_MS = 15 * MINUTE;
/**
 * Failures within the window after which the next try has to wait. Strangers have three budgets at once. A device or address
 * that the member signed in from before has one of its own, so that strangers cannot lock the member out; so has changing
 * one's own password.
 */
export const ATTEMPTS_ALLOWED = {
  /** E-mail and client address together. */
  pair: 8,
  email: 30,
  client: 60,
  device: 8,
  ownPassword: 8,
  /** Codes of an authenticator app, of which three in a million are right at a time: of strangers who know the password, */
  secondFactor: 5,
  /** on a device that the member signed in on before, */
  secondFactorDevice: 5,
  /** and within a session. */
  secondFactorSession: 5,
} satisfies Record<string, number>;
/** How long a client address stays known after a sign-in from it. */
export const KNOWN_ADDRESS_MS = 30 * DAY;
