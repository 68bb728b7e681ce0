/** How much may be revealed (docs/security.md); counted in the database, for all instances. */
export type RevealLimits = {
  /** Codes that one member may reveal in an hour, in one environment. */
  perMemberHour: number;
  /** Codes that all members together may reveal in an hour, in one environment. */
  perAccountHour: number;
  /** How long after signing in, or confirming the password, codes may be revealed. Milliseconds. */
  reauthenticationMs: number;
};

export const DEFAULT_REVEAL_LIMITS: RevealLimits = {
  perMemberHour: 5_000,
  perAccountHour: 20_000,
  reauthenticationMs: 15 * 60_000,
};

/** Administrators are alerted when this part of a budget has been used. */
export const NEAR_BUDGET = 0.8;
