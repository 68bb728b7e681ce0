import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { startEmbedded } from "#scripts/stack/database/startEmbedded.ts";
import { probeDatabase } from "#server/db/probe.ts";
import { environmentFor } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { durableSecret } from "./dataDir.ts";
import { untilAnswers } from "#scripts/stack/processes/readiness.ts";
import { logPath } from "#scripts/stack/processes/supervisor.ts";
import type { Supervisor } from "#scripts/stack/processes/supervisor.ts";

/** What the dashboard stands on besides its database: the variables that lead it there. */
export type Variables = Record<string, string>;

/** Takes over what is written in .env; what the environment says already wins. */
export function loadDotEnv(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** The configured database, asked whether it answers; or the embedded one of the data directory. */
export async function bringUpDatabase(
  supervisor: Supervisor,
  dataDir: string,
  configured: string | null,
  settings: Variables = {},
): Promise<string> {
  if (configured !== null) {
    await probeDatabase(configured);
    return configured;
  }
  const database = await startEmbedded({ dataDir, settings });
  supervisor.onStop(() => database.stop());
  supervisor.watch("embedded database", () => database.gone());
  return database.url;
}

/** Starts the sandbox service and waits until it listens; answers with the dashboard's variables for it. */
export async function bringUpSandbox(
  supervisor: Supervisor,
  dataDir: string,
  options: string[] = [],
): Promise<{ SERVICE_SANDBOX_URL: string; SERVICE_SANDBOX_KEY: string }> {
  const key = durableSecret(dataDir, "sandbox-key", () => `svc_test_${randomBytes(24).toString("hex")}`);
  supervisor.start({
    name: "sandbox",
    command: process.execPath,
    args: [join("sandbox", "main.ts"), "--port", "0", "--data-dir", join(dataDir, "sandbox"), ...options],
    env: environmentFor({ NODE_ENV: "production", SANDBOX_KEYS: key }, { withoutConfiguration: true }),
    output: "file",
    timeoutMs: 5_000,
  });
  const log = logPath(dataDir, "sandbox");
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(20)) {
    supervisor.check();
    const address = /^sandbox listening on (\S+)$/m.exec(readFileSync(log, "utf8"))?.[1];
    if (address !== undefined) return { SERVICE_SANDBOX_URL: address, SERVICE_SANDBOX_KEY: key };
  }
  throw new StartupError(`The sandbox does not come up; see ${log}.`);
}

/**
 * Secrets that have to outlive a restart, made once for the data directory, as far as `given` does not hold them;
 * an empty variable is none.
 */
export function durableSecrets(dataDir: string, given: NodeJS.ProcessEnv | null): Variables {
  const files = { NEXTAUTH_SECRET: "session-secret", CODES_FINGERPRINT_KEY: "fingerprint-key" };
  const missing = Object.entries(files).filter(([name]) => (given?.[name] ?? "").trim() === "");
  return Object.fromEntries(missing.map(([name, file]) => [name, durableSecret(dataDir, file)]));
}

export type DashboardStart = {
  /** From `ensureBuilt`. */
  build: string;
  host: string;
  port: number;
  variables: Variables;
  /** The variables are all of its configuration: nothing of our own environment counts. */
  alone: boolean;
  output: "file" | "inherit";
};

/** Starts the built dashboard and waits until it is ready to take requests. */
export async function bringUpDashboard(supervisor: Supervisor, start: DashboardStart): Promise<void> {
  supervisor.start({
    name: "dashboard",
    command: process.execPath,
    // V8 would give young objects 128 MB on a machine with much memory, and let old ones pile up: 470 MB after 1,000 pages
    // instead of 230, and no faster. No hard limit: a large order may need more for a moment.
    args: ["--max-semi-space-size=4", "--heap-growing-percent=20", "server.js"],
    cwd: start.build,
    env: environmentFor(
      {
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        STOP_WITH_PARENT: "1",
        HOSTNAME: start.host,
        PORT: String(start.port),
        ...start.variables,
      },
      { withoutConfiguration: start.alone },
    ),
    output: start.output,
  });
  await untilReady(supervisor, start.host, start.port);
}

export function untilReady(supervisor: Supervisor, host: string, port: number): Promise<void> {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const address = reachable.includes(":") ? `[${reachable}]` : reachable;
  const url = `http://${address}:${port}/api/health/ready`;
  return untilAnswers(supervisor, "dashboard", url, (status) => status === 200);
}
