import { join } from "node:path";
import {
  childEnvironment,
  readLaunchSettings,
  readSettings,
  type LaunchSettings,
} from "#server/config/env.ts";
import { requireHttps } from "#server/config/plainHttp.ts";
import { refuseUnknown, usageWithPort } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { lockDataDir, prepareDataDir } from "#scripts/launch/dataDir.ts";
import { describeMembers, ensureDemoMembers } from "#scripts/demo/demoMembers.ts";
import { asOperator } from "#scripts/launch/operator.ts";
import { requireFreePort } from "#scripts/launch/processes/requireFreePort.ts";
import { stopLeftovers } from "#scripts/launch/processes/leftovers.ts";
import { supervise } from "#scripts/launch/processes/supervisor.ts";
import type { Supervisor } from "#scripts/launch/processes/supervisor.ts";
import {
  startDatabase,
  startSandboxService,
  durableSecrets,
  loadDotEnv,
  waitUntilReady,
} from "#scripts/launch/programs.ts";

/** Runs the dashboard with hot reload, together with the sandbox service and the embedded database. */
async function dev(args: string[]): Promise<number> {
  refuseUnknown(args, usageWithPort("npm run dev"));
  loadDotEnv();
  const launch = readLaunchSettings();
  requireHttps(launch, null);
  prepareDataDir(launch.dataDir);
  const lock = await lockDataDir(launch.dataDir);
  try {
    await stopLeftovers(launch.dataDir);
    await requireFreePort(launch.port, launch.host);
    return await supervise(launch.dataDir, (supervisor) => startPrograms(supervisor, launch));
  } finally {
    lock.release();
  }
}

async function startPrograms(supervisor: Supervisor, launch: LaunchSettings): Promise<void> {
  const { dataDir, port, host } = launch;
  const given = childEnvironment({ NODE_ENV: "development" });
  const database = await startDatabase(supervisor, launch);
  const sandbox = given.SERVICE_SANDBOX_URL ? {} : await startSandboxService(supervisor, dataDir);
  const variables = { ...durableSecrets(dataDir, given), ...sandbox, DATABASE_URL: database };
  const env = childEnvironment({
    ...variables,
    NODE_ENV: "development",
    NEXT_TELEMETRY_DISABLED: "1",
    STOP_WITH_PARENT: "1",
    HOSTNAME: host,
    PORT: String(port),
  });
  readSettings(env);
  const members = await asOperator(database, (request) => ensureDemoMembers(request, dataDir));
  supervisor.start({
    name: "development server",
    command: process.execPath,
    args: [join("server", "main.mjs")],
    env,
    output: "inherit",
  });
  await waitUntilReady(supervisor, host, port);
  console.log(`\nDemo members:\n${describeMembers(members)}\n`);
}

await runCommand(dev);
