import { probeDatabase } from "#server/db/probe.ts";
import { environmentFor, readPlace, readSettings } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/stack/build.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { holdDataDir, prepareDataDir } from "#scripts/stack/dataDir.ts";
import { requireFreePort } from "#scripts/stack/processes/ports.ts";
import { stopLeftovers } from "#scripts/stack/processes/leftovers.ts";
import { supervise } from "#scripts/stack/processes/supervisor.ts";
import { bringUpDashboard, bringUpDatabase, durableSecrets, loadDotEnv } from "#scripts/stack/programs.ts";

/** The built dashboard with the environment's configuration. */
async function start(): Promise<number> {
  loadDotEnv();
  const place = readPlace();
  const host = place.host ?? "0.0.0.0";
  // Without DATABASE_URL, the data directory holds the database and what would otherwise have to be configured.
  const ownData = place.databaseUrl === null;
  if (ownData) prepareDataDir(place.dataDir);
  const lock = ownData ? await holdDataDir(place.dataDir) : null;
  try {
    const given = environmentFor({ NODE_ENV: "production" });
    const made = ownData ? durableSecrets(place.dataDir, given) : {};
    // Before anything is started: nonsense is told at once.
    readSettings({ ...given, ...made, DATABASE_URL: place.databaseUrl ?? "postgresql://embedded/codedesk" });
    if (ownData) await stopLeftovers(place.dataDir);
    await requireFreePort(place.port, host);
    if (place.databaseUrl !== null) await probeDatabase(place.databaseUrl);
    return await supervise(ownData ? place.dataDir : null, async (supervisor) => {
      const build = await ensureBuilt(supervisor, place.dataDir, "inherit");
      const database = await bringUpDatabase(supervisor, place.dataDir, place.databaseUrl);
      const variables = { ...made, DATABASE_URL: database };
      const { port } = place;
      await bringUpDashboard(supervisor, { build, host, port, variables, alone: false, output: "inherit" });
      console.log(`Codedesk is ready on ${host}, port ${port}.`);
    });
  } finally {
    lock?.release();
  }
}

await runCommand(start);
