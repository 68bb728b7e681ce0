import { expect } from "@playwright/test";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import type { Desk } from "../fixtures/startDesk.ts";

const passRow = z.object({ complete: z.boolean(), seen: z.number(), failure: z.string().nullable() });
export type EndedPass = z.infer<typeof passRow>;

/**
 * Lets the desk read its whole catalog again now and not in a quarter of an hour: its passes so far are made old ones, and its
 * own schedule is asked to look. For when the sandbox lists something else than before. Waits for the pass, and tells how it ended.
 */
export async function readCatalogAnew({ databaseUrl }: Desk): Promise<EndedPass> {
  const database = new Client({ connectionString: databaseUrl });
  const options = { connectionString: databaseUrl, supervise: false, schedule: false, migrate: false };
  const schedule = new PgBoss(options);
  await database.connect();
  await schedule.start();
  try {
    const { rows: before } = await database.query<{ id: string }>(
      `update catalog_passes set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'
       where environment = 'sandbox' returning id`,
    );
    const latest = Math.max(0, ...before.map(({ id }) => Number(id)));
    // After a pass that failed the next one is planned for later, and only one is at a time.
    await schedule.deleteQueuedJobs("catalog-sandbox");
    await schedule.send("catalog-sandbox", {});
    let ended: unknown = null;
    await expect
      .poll(
        async () => {
          const { rows } = await database.query<Record<string, unknown>>(
            `select complete, seen, failure from catalog_passes
             where environment = 'sandbox' and id > $1 and (finished_at is not null or failed_at is not null)`,
            [latest],
          );
          ended = rows[0];
          return rows.length;
        },
        { timeout: 60_000, intervals: [100] },
      )
      .toBe(1);
    return passRow.parse(ended);
  } finally {
    await schedule.stop({ graceful: false });
    await database.end();
  }
}
