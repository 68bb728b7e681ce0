import { expect } from "@playwright/test";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";

const passRow = z.object({
  id: z.coerce.number(),
  complete: z.boolean(),
  seen: z.number(),
  failure: z.string().nullable(),
});
export type EndedPass = Omit<z.infer<typeof passRow>, "id">;

/**
 * Lets the desk read its whole catalog again now and not in a quarter of an hour: its passes so far are made old ones, and its
 * own schedule is asked to look. For when the sandbox lists something else than before. Waits for the pass, and tells how it ended.
 */
export async function readCatalogAnew({ databaseUrl }: TestStack): Promise<EndedPass> {
  const database = new Client({ connectionString: databaseUrl });
  const options = { connectionString: databaseUrl, supervise: false, schedule: false, migrate: false };
  const schedule = new PgBoss(options);
  await database.connect();
  await schedule.start();
  try {
    // A desk that has just started is still at its first pass.
    const former = await endedAfter(database, 0);
    await database.query(
      `update catalog_sync_runs set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'
       where environment = 'sandbox'`,
    );
    // After a pass that failed the next one is planned for later, and only one is at a time.
    await schedule.deleteQueuedJobs("catalog-sandbox");
    await schedule.send("catalog-sandbox", {});
    const { id: _, ...ended } = await endedAfter(database, former.id);
    return ended;
  } finally {
    await schedule.stop({ graceful: false });
    await database.end();
  }
}

/** The latest pass, once it is a later one than `id` and has ended. */
async function endedAfter(database: Client, id: number): Promise<z.infer<typeof passRow>> {
  let found: unknown;
  const look = async () => {
    const { rows } = await database.query<Record<string, unknown>>(
      `select id, complete, seen, failure, (finished_at is not null or failed_at is not null) as ended from catalog_sync_runs
       where environment = 'sandbox' and id > $1 order by id desc limit 1`,
      [id],
    );
    found = rows[0];
    return rows[0]?.ended;
  };
  await expect.poll(look, { timeout: 60_000, intervals: [100] }).toBe(true);
  return passRow.parse(found);
}
