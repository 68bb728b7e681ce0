import { randomUUID } from "node:crypto";
import type { Program } from "#server/context/context.ts";
import { operatorRequest, type TeamRequest } from "#server/context/operator.ts";
import { connect } from "#server/db/connect.ts";
import { migrate } from "#server/db/migrate.ts";
import { createLog } from "#server/context/log.ts";
import { startEmbedded } from "#scripts/stack/database/startEmbedded.ts";
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
  } finally {
    await embedded.stop();
  }
}
