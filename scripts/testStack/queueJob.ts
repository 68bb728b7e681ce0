import { PgBoss } from "pg-boss";

/** Makes a dashboard do scheduled work now instead of when it is due. */
export async function queueJob(databaseUrl: string, name: string): Promise<void> {
  const options = { connectionString: databaseUrl, supervise: false, schedule: false, migrate: false };
  const queue = new PgBoss(options);
  await queue.start();
  try {
    // Only one job of a kind is queued at a time.
    await queue.deleteQueuedJobs(name);
    await queue.send(name, {});
  } finally {
    await queue.stop({ graceful: false });
  }
}
