import { probeDatabase } from "#server/db/probe.ts";
import { readPlace } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/stack/build.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { holdDataDir, prepareDataDir } from "#scripts/stack/dataDir.ts";
import { describeMembers, ensureDemoMembers } from "#scripts/stack/demoMembers.ts";
import { asOperator } from "#scripts/stack/operator.ts";
import { requireFreePort } from "#scripts/stack/processes/ports.ts";
import { stopLeftovers } from "#scripts/stack/processes/leftovers.ts";
import { supervise, together } from "#scripts/stack/processes/supervisor.ts";
import type { Supervisor } from "#scripts/stack/processes/supervisor.ts";
import {
  bringUpDashboard,
  bringUpDatabase,
  bringUpSandbox,
  durableSecrets,
} from "#scripts/stack/programs.ts";

/** Everything, on a fresh machine: embedded database, sandbox service, dashboard, demo members. */
async function demo(): Promise<number> {
  const place = readPlace();
  const host = place.host ?? "127.0.0.1";
  prepareDataDir(place.dataDir);
  const lock = await holdDataDir(place.dataDir);
  try {
    const leftovers = await stopLeftovers(place.dataDir);
    if (leftovers.length > 0) console.log(`Stopped what a killed start had left: ${leftovers.join(", ")}.`);
    await requireFreePort(place.port, host);
    if (place.databaseUrl !== null) await probeDatabase(place.databaseUrl);
    return await supervise(place.dataDir, (supervisor) => bringUp(supervisor, place, host));
  } finally {
    lock.release();
  }
}

async function bringUp(
  supervisor: Supervisor,
  { dataDir, port, databaseUrl }: ReturnType<typeof readPlace>,
  host: string,
): Promise<void> {
  const build = await ensureBuilt(supervisor, dataDir, "file");
  const [database, sandbox] = await together(
    bringUpDatabase(supervisor, dataDir, databaseUrl),
    bringUpSandbox(supervisor, dataDir),
  );
  const variables = { ...durableSecrets(dataDir, null), ...sandbox, DATABASE_URL: database };
  const [members] = await together(
    asOperator(database, (request) => ensureDemoMembers(request, dataDir)),
    bringUpDashboard(supervisor, { build, host, port, variables, alone: true, output: "file" }),
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
      `Everything is kept in ${dataDir}. Ctrl-C stops all of it.`,
    ].join("\n"),
  );
}

await runCommand(demo);
