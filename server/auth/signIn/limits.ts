import "server-only";
import { DAY, MINUTE } from "#lib/time/instant.ts";

/** Failed sign-ins count for this long. */
export const ATTEMPT_WINDOW_MS = 15 * MINUTE;
/**
 * How many failures within the window are allowed before the next attempt has to wait. Strangers count against three budgets at
 * once. A device or address that the member has signed in from has its own, so that strangers cannot lock the member out; so has
 * changing one's own password.
 */
export const ATTEMPTS_ALLOWED = {
  /** E-mail and client address together. */
  pair: 8,
  email: 30,
  client: 60,
  device: 8,
  ownPassword: 8,
  /** Codes of an authenticator app, of which three in a million are right at any moment: for strangers who know the password, */
  secondFactor: 5,
  /** on a device on which the member has signed in before, */
  secondFactorDevice: 5,
  /** and within a session. */
  secondFactorSession: 5,
} satisfies Record<string, number>;
/** How long a client address stays known after a sign-in from it. */
export const KNOWN_ADDRESS_MS = 30 * DAY;
