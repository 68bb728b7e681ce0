import { Client } from "pg";
import { PgBoss } from "pg-boss";

/** Makes a dashboard synchronise its whole catalog now instead of in a quarter of an hour: dates its sync runs back, and queues the job. */
export async function queueCatalogSync(databaseUrl: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  const options = { connectionString: databaseUrl, supervise: false, schedule: false, migrate: false };
  const queue = new PgBoss(options);
  await database.connect();
  await queue.start();
  try {
    await database.query(
      `update catalog_sync_runs set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'
       where environment = 'sandbox'`,
    );
    // After a failed sync run the next one is queued for later, and only one job is queued at a time.
    await queue.deleteQueuedJobs("catalog-sandbox");
    await queue.send("catalog-sandbox", {});
  } finally {
    await queue.stop({ graceful: false });
    await database.end();
  }
}
