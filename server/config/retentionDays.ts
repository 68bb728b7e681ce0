import "server-only";

/** How long each kind of record is kept unless configured otherwise, in days. */
export const DEFAULT_RETENTION_DAYS = {
  sessions: 30,
  serviceCalls: 30,
  signInAttempts: 1,
  signInFailures: 365,
  deletedDrafts: 90,
  notices: 90,
  catalogChanges: 730,
  audit: 730,
};
