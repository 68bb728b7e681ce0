import { randomUUID } from "node:crypto";
import { DEFAULT_RETENTION_DAYS } from "#server/config/retentionDays.ts";
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
    recentBatchMs: 0,
    services: {},
  };
  return startJobQueue(program, databaseUrl, DEFAULT_RETENTION_DAYS);
}
