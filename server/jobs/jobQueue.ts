import "server-only";
import { PgBoss } from "pg-boss";
import { environment, type Environment } from "#lib/contracts/environment.ts";
import { ensureCatalogFresh } from "#server/catalog/sync/syncCatalog.ts";
import { HOUR, SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";

export type JobQueue = { stop(): Promise<void>; running(): boolean };

const EVERY_TEN_MINUTES = "*/10 * * * *";

/**
 * What is done by the clock and not for an order: keeping the catalog's index (docs/decisions/0001). pg-boss sees to it that of
 * several instances one does it.
 */
export async function startJobQueue(program: Program, databaseUrl: string): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 2,
    application_name: "codedesk-schedule",
    // Nothing here is worth waking up for more often.
    monitorIntervalSeconds: 60,
  });
  let running = true;
  boss.on("error", (error) =>
    program.log.error({ error }, "The schedule could not be worked on; trying again"),
  );
  await boss.start();
  for (const name of environment.options) {
    if (program.services[name] !== undefined) await scheduleCatalog(program, boss, name);
  }
  return {
    running: () => running,
    stop: async () => {
      running = false;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

async function scheduleCatalog(program: Program, boss: PgBoss, name: Environment): Promise<void> {
  const queue = `catalog-${name}`;
  await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_TEN_MINUTES);
  await boss.work(queue, { pollingIntervalSeconds: 1 }, async () => {
    const result = await ensureCatalogFresh(program, name);
    program.log.info({ environment: name, ...result }, "Catalog sync run ended");
    if (result.kind === "paused" || result.kind === "failed") {
      await boss.send(queue, {}, { startAfter: new Date(result.retryAt) });
    }
  });
  // A new instance starts at once: on a new installation there is nothing to show before.
  await boss.send(queue, {});
}
