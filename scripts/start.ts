import { probeDatabase } from "#server/db/probe.ts";
import { environmentFor, readPlace, readSettings } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/stack/build.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { lockDataDir, prepareDataDir } from "#scripts/stack/dataDir.ts";
import { requireFreePort } from "#scripts/stack/processes/ports.ts";
import { stopLeftovers } from "#scripts/stack/processes/leftovers.ts";
import { supervise } from "#scripts/stack/processes/supervisor.ts";
import { startDashboard, startDatabase, durableSecrets, loadDotEnv } from "#scripts/stack/programs.ts";

/** Runs the built dashboard with the configuration of the environment. */
async function start(): Promise<number> {
  loadDotEnv();
  const place = readPlace();
  const host = place.host ?? "0.0.0.0";
  // Without DATABASE_URL, the data directory holds the database and the secrets that are not configured.
  const usesDataDir = place.databaseUrl === null;
  if (usesDataDir) prepareDataDir(place.dataDir);
  const lock = usesDataDir ? await lockDataDir(place.dataDir) : null;
  try {
    const given = environmentFor({ NODE_ENV: "production" });
    const made = usesDataDir ? durableSecrets(place.dataDir, given) : {};
    // Before anything is started, so that a wrong configuration is reported at once.
    readSettings({ ...given, ...made, DATABASE_URL: place.databaseUrl ?? "postgresql://embedded/codedesk" });
    if (usesDataDir) await stopLeftovers(place.dataDir);
    await requireFreePort(place.port, host);
    if (place.databaseUrl !== null) await probeDatabase(place.databaseUrl);
    return await supervise(usesDataDir ? place.dataDir : null, async (supervisor) => {
      const build = await ensureBuilt(supervisor, place.dataDir, "inherit");
      const database = await startDatabase(supervisor, place.dataDir, place.databaseUrl);
      const variables = { ...made, DATABASE_URL: database };
      const { port } = place;
      await startDashboard(supervisor, { build, host, port, variables, isolated: false, output: "inherit" });
      console.log(`Codedesk is ready on ${host}, port ${port}.`);
    });
  } finally {
    lock?.release();
  }
}

await runCommand(start);
