import { probeDatabase } from "#server/db/probe.ts";
import { childEnvironment, readLaunchSettings, readSettings } from "#server/config/env.ts";
import { requireHttps } from "#server/config/plainHttp.ts";
import { StartupError } from "#server/config/startupError.ts";
import { refuseUnknown, usageWithPort } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { findOrBuild } from "#scripts/launch/builds/findOrBuild.ts";
import { auditAnchorFile, lockDataDir, prepareDataDir } from "#scripts/launch/dataDir.ts";
import { demoDataIn } from "#scripts/demo/demoMembers.ts";
import { requireFreePort } from "#scripts/launch/processes/requireFreePort.ts";
import { stopLeftovers } from "#scripts/launch/processes/leftovers.ts";
import { supervise } from "#scripts/launch/processes/supervisor.ts";
import { startDashboard, startDatabase, durableSecrets, loadDotEnv } from "#scripts/launch/programs.ts";

/** Runs the built dashboard with the configuration of the environment. */
async function start(args: string[]): Promise<number> {
  refuseUnknown(args, usageWithPort("npm start"));
  loadDotEnv();
  const launch = readLaunchSettings();
  // Without DATABASE_URL, the data directory contains the database and the secrets that are not configured.
  const usesDataDir = launch.databaseUrl === null;
  const demoData = usesDataDir ? demoDataIn(launch.dataDir) : null;
  if (demoData !== null) throw new StartupError(demoData);
  if (usesDataDir) prepareDataDir(launch.dataDir);
  const lock = usesDataDir ? await lockDataDir(launch.dataDir) : null;
  try {
    const given = childEnvironment({ NODE_ENV: "production" });
    const made = usesDataDir ? keptInDataDir(launch.dataDir, given) : {};
    // Before anything is started, so that a wrong configuration is reported at once.
    const DATABASE_URL = launch.databaseUrl ?? "postgresql://embedded/codedesk";
    requireHttps(launch, readSettings({ ...given, ...made, DATABASE_URL }).ownAddress);
    if (usesDataDir) await stopLeftovers(launch.dataDir);
    await requireFreePort(launch.port, launch.host);
    if (launch.databaseUrl !== null) await probeDatabase(launch.databaseUrl);
    return await supervise(usesDataDir ? launch.dataDir : null, async (supervisor) => {
      const build = await findOrBuild(supervisor);
      const database = await startDatabase(supervisor, launch);
      const variables = { ...made, DATABASE_URL: database };
      const { host, port } = launch;
      await startDashboard(supervisor, { build, host, port, variables, isolated: false, output: "inherit" });
      console.log(`Codedesk is ready on ${host}, port ${port}.`);
    });
  } finally {
    lock?.release();
  }
}

function keptInDataDir(dataDir: string, given: NodeJS.ProcessEnv) {
  const configured = (given.AUDIT_ANCHOR_FILE ?? "").trim();
  const AUDIT_ANCHOR_FILE = configured === "" ? auditAnchorFile(dataDir) : configured;
  return { ...durableSecrets(dataDir, given), AUDIT_ANCHOR_FILE };
}

await runCommand(start);
