import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { grantToApplication } from "#server/db/applicationRole.ts";
import { prepareConfiguredDatabase, type DatabasePlace } from "./configuredDatabase.ts";
import { migrate } from "#server/db/migrate.ts";
import { childEnvironment } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { durableSecret } from "./dataDir.ts";
import { PROGRAM_OF_BUILD } from "#scripts/launch/builds/findBuild.ts";
import { waitUntilAnswers } from "#scripts/launch/processes/readiness.ts";
import { logPath } from "#scripts/launch/processes/supervisor.ts";
import type { Supervisor } from "#scripts/launch/processes/supervisor.ts";

/** Environment variables by name. */
export type Variables = Record<string, string>;

/**
 * Loads .env, or another file, into the environment. Variables that are already set win.
 * @throws StartupError if there is something by this name that cannot be read
 */
export function loadDotEnv(file = ".env"): void {
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new StartupError(
      `${resolve(file)} cannot be read (${errorMessage(error)}): make it a text file that this account may read.`,
      { cause: error },
    );
  }
}

/**
 * Returns the URL of the configured database, prepared for the dashboard; without one, starts the embedded database of the data
 * directory. `settings`: PostgreSQL settings for the embedded one.
 */
export async function startDatabase(
  supervisor: Supervisor,
  { dataDir, ...configured }: DatabasePlace,
  settings: Variables = {},
): Promise<string> {
  if (configured.databaseUrl !== null) {
    await prepareConfiguredDatabase(configured.databaseUrl, configured.migrationDatabaseUrl);
    return configured.databaseUrl;
  }
  const database = await startEmbedded({ dataDir, settings, alone: true, check: () => supervisor.check() });
  supervisor.onStop(() => database.stop());
  supervisor.watch("embedded database", () => database.hasEnded());
  const password = durableSecret(dataDir, "database-application-password");
  return prepareDatabase(database.url, APPLICATION_ROLE, password);
}

const APPLICATION_ROLE = "codedesk_application";

/** Migrates the embedded database as its owner, and returns the URL for the role that the dashboard uses. */
async function prepareDatabase(ownerUrl: string, role: string, password: string): Promise<string> {
  await migrate(ownerUrl);
  await grantToApplication(ownerUrl, { role, password });
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

/** The key that the sandbox of a data directory accepts. */
export function sandboxKey(dataDir: string): string {
  return durableSecret(dataDir, "sandbox-key", () => `svc_test_${randomBytes(24).toString("hex")}`);
}

/** Starts the sandbox service, waits until it listens, and returns the variables with which the dashboard reaches it. */
export async function startSandboxService(
  supervisor: Supervisor,
  dataDir: string,
  options: string[] = [],
): Promise<{ SERVICE_SANDBOX_URL: string; SERVICE_SANDBOX_KEY: string }> {
  const key = sandboxKey(dataDir);
  supervisor.start({
    name: "sandbox",
    command: process.execPath,
    args: [join("sandbox", "main.ts"), "--port", "0", "--data-dir", join(dataDir, "sandbox"), ...options],
    env: childEnvironment({ NODE_ENV: "production", SANDBOX_KEYS: key }, { withoutConfiguration: true }),
    output: "file",
    timeoutMs: 5_000,
  });
  const log = logPath(dataDir, "sandbox");
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(20)) {
    supervisor.check();
    const address = /^sandbox listening on (\S+)$/m.exec(readFileSync(log, "utf8"))?.[1];
    if (address !== undefined) return { SERVICE_SANDBOX_URL: address, SERVICE_SANDBOX_KEY: key };
  }
  throw new StartupError(`The sandbox did not start within a minute: see ${log}.`);
}

/** Returns the secrets that must survive a restart and that `given` does not set (empty counts as unset), kept in the data directory. */
export function durableSecrets(dataDir: string, given: NodeJS.ProcessEnv | null): Variables {
  const files = { NEXTAUTH_SECRET: "session-secret", CODES_FINGERPRINT_KEY: "fingerprint-key" };
  const missing = Object.entries(files).filter(([name]) => (given?.[name] ?? "").trim() === "");
  return Object.fromEntries(missing.map(([name, file]) => [name, durableSecret(dataDir, file)]));
}

export type DashboardStart = {
  /** The directory that `ensureBuilt` returned. */
  build: string;
  host: string;
  port: number;
  variables: Variables;
  /** True: `variables` are its whole configuration, and nothing of our own environment is passed on. */
  isolated: boolean;
  output: "file" | "inherit";
  /** Frees memory at once when it is no longer needed, for tests that measure memory. */
  tightHeap?: boolean;
};

/** V8's flags. No hard limit, because a large order may need more for a moment. */
const HEAP = {
  // With V8's defaults for a machine with much memory, the dashboard uses almost 50 % more memory under load, and is about 7 % faster.
  usual: ["--max-semi-space-size=16", "--heap-growing-percent=100"],
  // Costs a third of the CPU time.
  tight: ["--max-semi-space-size=4", "--heap-growing-percent=20"],
};

/**
 * The sizes in bytes from which the C library returns freed memory at once. Otherwise it keeps more after the first large
 * allocation, such as for hashing a password. Other systems ignore both.
 */
const GIVEN_BACK = { MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_TRIM_THRESHOLD_: "1048576" };

/** Starts the built dashboard and waits until it is ready for requests. */
export async function startDashboard(supervisor: Supervisor, start: DashboardStart): Promise<void> {
  supervisor.start({
    name: "dashboard",
    command: process.execPath,
    args: [...HEAP[start.tightHeap === true ? "tight" : "usual"], PROGRAM_OF_BUILD],
    cwd: start.build,
    env: childEnvironment(
      {
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        ...GIVEN_BACK,
        // Only for this process, which migrates.
        MIGRATION_DATABASE_URL: undefined,
        // Only the demo sets it, in start.variables; the environment's value is ignored.
        DEMO: undefined,
        STOP_WITH_PARENT: "1",
        HOSTNAME: start.host,
        PORT: String(start.port),
        ...start.variables,
      },
      { withoutConfiguration: start.isolated },
    ),
    output: start.output,
  });
  await waitUntilReady(supervisor, start.host, start.port);
}

/** Waits until the dashboard reports that it is ready. */
export function waitUntilReady(supervisor: Supervisor, host: string, port: number): Promise<void> {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const address = reachable.includes(":") ? `[${reachable}]` : reachable;
  const url = `http://${address}:${port}/api/health/ready`;
  return waitUntilAnswers(supervisor, "dashboard", url, (status) => status === 200);
}
