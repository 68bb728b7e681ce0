import { Client } from "pg";
import { queueJob } from "./queueJob.ts";

/** Makes a dashboard synchronise its whole catalog now instead of in a quarter of an hour: dates its sync runs back, and queues the job. */
export async function queueCatalogSync(databaseUrl: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query(
      `update catalog_sync_runs set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'
       where environment = 'sandbox'`,
    );
  } finally {
    await database.end();
  }
  // After a failed sync run the next one is queued for later.
  await queueJob(databaseUrl, "catalog-sandbox");
}
