import { randomBytes } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ensureBuilt } from "#scripts/build/build.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { demoVariable } from "#scripts/demo/demoVariable.ts";
import { auditAnchorFile } from "#scripts/launch/dataDir.ts";
import { ensureDemoMembers } from "#scripts/demo/demoMembers.ts";
import { asOperator } from "#scripts/launch/operator.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { supervise, startAllOrStop } from "#scripts/launch/processes/supervisor.ts";
import {
  startDashboard,
  startDatabase,
  startSandboxService,
  durableSecrets,
} from "#scripts/launch/programs.ts";
import { makeTestDirectory } from "./testDirectory.ts";

/**
 * Program that runs a complete Codedesk for tests and benchmarks: the production build, the sandbox with its control interface,
 * an embedded database and one member of each role, on free ports and in a directory that is removed at the end. It writes one
 * line of JSON when it is ready, and runs until it is stopped or the process that started it has ended.
 */
async function stack(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      products: { type: "string", default: "2400" },
      latency: { type: "string", default: "0" },
      fulfilment: { type: "string" },
      /** JSON of further variables for the dashboard. */
      variables: { type: "string", default: "{}" },
      /** Whether it behaves like the demo. */
      demo: { type: "boolean", default: false },
      /** Whether the dashboard frees memory at once when it is no longer needed. */
      "tight-heap": { type: "boolean", default: false },
    },
  });
  const dataDir = makeTestDirectory("codedesk-stack-");
  // If we are root, the database's account must be able to enter the directory.
  chmodSync(dataDir, 0o711);
  try {
    return await supervise(dataDir, async (supervisor) => {
      const build = await ensureBuilt(supervisor, dataDir, "file");
      // Nothing outlives the run, so nothing has to be written to the disk.
      const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
      const [database, sandbox, port] = await startAllOrStop(
        startDatabase(supervisor, { dataDir, databaseUrl: null, migrationDatabaseUrl: null }, settings),
        startSandboxService(supervisor, dataDir, [
          "--control",
          "--products",
          values.products,
          "--latency",
          values.latency,
          ...(values.fulfilment === undefined ? [] : ["--fulfilment", values.fulfilment]),
        ]),
        freePort(),
      );
      const members = await asOperator(database, (request) => ensureDemoMembers(request, dataDir));
      const host = "127.0.0.1";
      const metricsToken = randomBytes(24).toString("hex");
      const given = z.record(z.string(), z.string()).parse(JSON.parse(values.variables));
      const variables = {
        ...durableSecrets(dataDir, null),
        AUDIT_ANCHOR_FILE: auditAnchorFile(dataDir),
        ...sandbox,
        DATABASE_URL: database,
        METRICS_TOKEN: metricsToken,
        // Journeys sign in once for all of their tests.
        REVEAL_REAUTHENTICATION_MINUTES: "240",
        // Receivers of webhooks are on this machine: tests send nothing elsewhere.
        ALLOW_PRIVATE_WEBHOOKS: "on",
        // Tests may come from any address: a client that sends X-Forwarded-For is believed.
        TRUSTED_PROXIES: "1",
        // Mails contain links.
        ...(given.MAIL_URL === undefined ? {} : { NEXTAUTH_URL: `http://localhost:${port}` }),
        ...given,
        ...(values.demo ? { DEMO: demoVariable(members, host) } : {}),
      };
      await startDashboard(supervisor, {
        build,
        host,
        port,
        variables,
        isolated: true,
        output: "file",
        tightHeap: values["tight-heap"],
      });
      const ready = {
        url: `http://localhost:${port}`,
        sandboxUrl: sandbox.SERVICE_SANDBOX_URL,
        sandboxKey: sandbox.SERVICE_SANDBOX_KEY,
        databaseUrl: database,
        metricsToken,
        build,
        logs: join(dataDir, "logs"),
        members,
      };
      process.stdout.write(`${JSON.stringify(ready)}\n`);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await runCommand(stack);
