import { expect } from "@playwright/test";
import { Client } from "pg";
import { z } from "zod";
import { queueCatalogSync } from "#scripts/testStack/queueCatalogSync.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

const syncRunSchema = z.object({
  id: z.coerce.number(),
  complete: z.boolean(),
  seen: z.number(),
  failure: z.string().nullable(),
});
export type EndedSyncRun = Omit<z.infer<typeof syncRunSchema>, "id">;

/**
 * Makes the dashboard synchronise its whole catalog now instead of in a quarter of an hour, because the sandbox lists other
 * products. Waits for the sync run, and returns how it ended.
 */
export async function resyncCatalog({ databaseUrl }: TestStack): Promise<EndedSyncRun> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    // A dashboard that has just started is still at its first sync run.
    const former = await endedAfter(database, 0);
    await queueCatalogSync(databaseUrl);
    const { id: _, ...ended } = await endedAfter(database, former.id);
    return ended;
  } finally {
    await database.end();
  }
}

/** Waits for a sync run later than `id` to end. */
async function endedAfter(database: Client, id: number): Promise<z.infer<typeof syncRunSchema>> {
  let found: unknown;
  const hasEnded = async () => {
    const { rows } = await database.query<Record<string, unknown>>(
      `select id, complete, seen, failure, (finished_at is not null or failed_at is not null) as ended from catalog_sync_runs
       where environment = 'sandbox' and id > $1 order by id desc limit 1`,
      [id],
    );
    found = rows[0];
    return rows[0]?.ended;
  };
  await expect.poll(hasEnded, { intervals: [100] }).toBe(true);
  return syncRunSchema.parse(found);
}
