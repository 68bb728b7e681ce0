import { probeDatabase } from "#server/db/probe.ts";
import { readLaunchSettings, type LaunchSettings } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/stack/build.ts";
import { requireHttps } from "#server/config/plainHttp.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { lockDataDir, prepareDataDir } from "#scripts/stack/dataDir.ts";
import { describeMembers, ensureDemoMembers } from "#scripts/stack/demoMembers.ts";
import { asOperator } from "#scripts/stack/operator.ts";
import { requireFreePort } from "#scripts/stack/processes/ports.ts";
import { stopLeftovers } from "#scripts/stack/processes/leftovers.ts";
import { supervise, startAllOrStop } from "#scripts/stack/processes/supervisor.ts";
import type { Supervisor } from "#scripts/stack/processes/supervisor.ts";
import {
  startDashboard,
  startDatabase,
  startSandboxService,
  durableSecrets,
} from "#scripts/stack/programs.ts";

/** Starts the whole demo on a fresh machine: embedded database, sandbox service, dashboard, demo members. */
async function demo(): Promise<number> {
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

async function startPrograms(
  supervisor: Supervisor,
  { dataDir, port, host, databaseUrl, allowPlainHttp }: LaunchSettings,
): Promise<void> {
  const build = await ensureBuilt(supervisor, dataDir, "file");
  const [database, sandbox] = await startAllOrStop(
    startDatabase(supervisor, dataDir, databaseUrl),
    startSandboxService(supervisor, dataDir),
  );
  const variables = {
    ...durableSecrets(dataDir, null),
    ...sandbox,
    DATABASE_URL: database,
    ALLOW_PLAIN_HTTP: allowPlainHttp ? "on" : "off",
  };
  const [members] = await startAllOrStop(
    asOperator(database, (request) => ensureDemoMembers(request, dataDir)),
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

await runCommand(demo);
