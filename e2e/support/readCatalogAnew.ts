import { expect } from "@playwright/test";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import type { Desk } from "../fixtures/startDesk.ts";

/**
 * Lets the desk read its whole catalog again now and not in a quarter of an hour: its last pass is made an old one, and its
 * own schedule is asked to look. For when the sandbox lists something else than before. Waits until the pass has ended, well or not.
 */
export async function readCatalogAnew({ databaseUrl }: Desk): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  const schedule = new PgBoss({
    connectionString: databaseUrl,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  await database.connect();
  await schedule.start();
  try {
    const { rows } = await database.query<{ id: string }>(
      "update catalog_passes set finished_at = finished_at - interval '1 day' where environment = 'sandbox' returning id",
    );
    const latest = Math.max(0, ...rows.map(({ id }) => Number(id)));
    await schedule.send("catalog-sandbox", {});
    const ended = () =>
      database.query(
        "select from catalog_passes where environment = 'sandbox' and id > $1 and (finished_at is not null or failed_at is not null)",
        [latest],
      );
    await expect.poll(async () => (await ended()).rowCount, { timeout: 30_000, intervals: [100] }).toBe(1);
  } finally {
    await schedule.stop({ graceful: false });
    await database.end();
  }
}
