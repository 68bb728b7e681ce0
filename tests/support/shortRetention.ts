import type { RetentionDays } from "#server/jobs/retention.ts";

/** What a job queue needs to start, for tests that are not about retention. */
export const SHORT_RETENTION: RetentionDays = {
  sessions: 1,
  serviceCalls: 1,
  signInAttempts: 1,
  signInFailures: 1,
  deletedDrafts: 1,
  notices: 1,
  catalogChanges: 1,
  audit: 30,
};
