import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "#server/context/context.ts";
import { operatorRequest, type TeamRequest } from "#server/context/operator.ts";
import { connect } from "#server/db/connect.ts";
import { migrate } from "#server/db/migrate.ts";
import { createLog } from "#server/context/log.ts";
import { isAppError } from "#server/context/errors.ts";
import { isStartupError, StartupError } from "#server/config/startupError.ts";
import type { EmbeddedDatabase } from "#scripts/launch/database/startEmbedded.ts";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { prepareConfiguredDatabase, type DatabasePlace } from "./configuredDatabase.ts";
import { prepareDataDir } from "./dataDir.ts";

/** Migrates the database and runs team verbs on it as the operator at the machine. There is no service in this program. */
export async function asOperator<T>(
  databaseUrl: string,
  work: (request: TeamRequest) => Promise<T>,
): Promise<T> {
  await migrate(databaseUrl);
  const { db, close } = connect(databaseUrl, 2);
  const program: Program = {
    db,
    clock: { now: () => Date.now() },
    log: createLog("warn", process.stderr),
    instanceId: randomUUID(),
    fingerprintKey: new Uint8Array(),
    recentOrderMs: 0,
    recentBatchMs: 0,
    services: {},
  };
  try {
    return await work(operatorRequest(program));
  } finally {
    await close();
  }
}

/** Does the same on the configured database, or on the embedded one, which is started for it. */
export async function asOperatorOf<T>(
  { dataDir, databaseUrl, migrationDatabaseUrl }: DatabasePlace,
  work: (request: TeamRequest) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) {
    await prepareConfiguredDatabase(databaseUrl, migrationDatabaseUrl);
    return asOperator(databaseUrl, work);
  }
  prepareDataDir(dataDir);
  const embedded = await startEmbedded({ dataDir });
  try {
    return await asOperator(embedded.url, work);
  } catch (error) {
    if (isStartupError(error) || isAppError(error) || !(await wasStopped(embedded))) throw error;
    throw new StartupError(
      `The command that had started the database in ${dataDir} stopped it before this one was done: run this one again.`,
      { cause: error },
    );
  } finally {
    await embedded.stop();
  }
}

/** How long a server may take to end after it has ended our session, in milliseconds. */
const ENDS_WITHIN_MS = 10_000;

/** Whether a server that another command has started has ended, or does so now. */
async function wasStopped(database: EmbeddedDatabase): Promise<boolean> {
  if (database.origin !== "shared") return false;
  const deadline = performance.now() + ENDS_WITHIN_MS;
  while (!database.hasEnded() && performance.now() < deadline) await sleep(20);
  return database.hasEnded();
}
