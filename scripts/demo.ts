import { probeDatabase } from "#server/db/probe.ts";
import { readLaunchSettings, type LaunchSettings } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/build/build.ts";
import { requireHttps } from "#server/config/plainHttp.ts";
import { refuseUnknown, usageWithPort } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { auditAnchorFile, lockDataDir, prepareDataDir } from "#scripts/launch/dataDir.ts";
import { demoVariable } from "#scripts/demo/demoVariable.ts";
import { ensureHistory, isHistoryDone } from "#scripts/demo/ensureHistory.ts";
import { DEMO_PEOPLE } from "#scripts/demo/people.ts";
import { demoMembers, describeMembers, ensureDemoMembers } from "#scripts/demo/demoMembers.ts";
import { asOperator } from "#scripts/launch/operator.ts";
import { requireFreePort } from "#scripts/launch/processes/requireFreePort.ts";
import { stopLeftovers } from "#scripts/launch/processes/leftovers.ts";
import { supervise, startAllOrStop } from "#scripts/launch/processes/supervisor.ts";
import type { Supervisor } from "#scripts/launch/processes/supervisor.ts";
import {
  startDashboard,
  startDatabase,
  startSandboxService,
  durableSecrets,
} from "#scripts/launch/programs.ts";

/** Starts the whole demo on a fresh machine: embedded database, sandbox service, dashboard, demo members. */
async function demo(args: string[]): Promise<number> {
  refuseUnknown(args, usageWithPort("npm run demo"));
  const launch = readLaunchSettings();
  requireHttps(launch, null);
  prepareDataDir(launch.dataDir);
  const lock = await lockDataDir(launch.dataDir);
  try {
    const leftovers = await stopLeftovers(launch.dataDir);
    if (leftovers.length > 0)
      console.log(
        `Stopped programs that an earlier, killed start had left running: ${leftovers.join(", ")}.`,
      );
    await requireFreePort(launch.port, launch.host);
    if (launch.databaseUrl !== null) await probeDatabase(launch.databaseUrl);
    return await supervise(launch.dataDir, (supervisor) => startPrograms(supervisor, launch));
  } finally {
    lock.release();
  }
}

async function startPrograms(supervisor: Supervisor, launch: LaunchSettings): Promise<void> {
  const { dataDir, port, host, allowPlainHttp } = launch;
  const build = await ensureBuilt(supervisor, dataDir, "file");
  const [database, sandbox] = await startDatabaseAndSandbox(supervisor, launch);
  const variables = {
    ...durableSecrets(dataDir, null),
    AUDIT_ANCHOR_FILE: auditAnchorFile(dataDir),
    ...sandbox,
    DATABASE_URL: database,
    ALLOW_PLAIN_HTTP: allowPlainHttp ? "on" : "off",
    DEMO: demoVariable(demoMembers(dataDir, DEMO_PEOPLE), host),
  };
  const [members] = await startAllOrStop(
    asOperator(database, (request) => ensureDemoMembers(request, dataDir, DEMO_PEOPLE)),
    startDashboard(supervisor, { build, host, port, variables, isolated: true, output: "file" }),
  );
  supervisor.check();
  console.log(
    [
      "",
      `Codedesk is ready: http://localhost:${port}`,
      "",
      "Sign in as one of the demo members:",
      describeMembers(members),
      "",
      `All data is kept in ${dataDir}. Press Ctrl-C to stop everything.`,
    ].join("\n"),
  );
}

/** The first start makes the history of the demo in between, while nothing else uses the sandbox. */
async function startDatabaseAndSandbox(supervisor: Supervisor, launch: LaunchSettings) {
  const { dataDir } = launch;
  const database = startDatabase(supervisor, launch);
  if (!isHistoryDone(dataDir)) await ensureHistory(supervisor, await database, dataDir);
  return startAllOrStop(
    database,
    startSandboxService(supervisor, dataDir, ["--wallet", "moving", "--catalog", "changing"]),
  );
}

await runCommand(demo);
