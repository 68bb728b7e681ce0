import { randomUUID } from "node:crypto";
import type { Log } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { startJobQueue, type JobQueue } from "#server/jobs/jobQueue.ts";

/** The job queue of a dashboard without a service. */
export function startTestQueue(db: Database, databaseUrl: string, log: Log): Promise<JobQueue> {
  const program = {
    db,
    clock: { now: () => Date.now() },
    log,
    instanceId: randomUUID(),
    fingerprintKey: new Uint8Array(),
    recentOrderMs: 0,
    services: {},
  };
  return startJobQueue(program, databaseUrl, {
    sessions: 30,
    serviceCalls: 30,
    signInAttempts: 1,
    signInFailures: 365,
    deletedDrafts: 90,
    notices: 90,
    audit: 730,
  });
}
