import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { startSandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { generatePassword } from "#server/auth/signIn/password.ts";
import { childEnvironment } from "#server/config/env.ts";
import type { Dashboard } from "#tests/soak/dashboard.ts";
import { createTestDatabase } from "#tests/support/database.ts";

/** The directory of the previous version and its build, made by `npm run test:upgrade`. */
export const { UPGRADE_TREE: tree = "", UPGRADE_BUILD: buildBefore = "" } = process.env;
const EMAIL = "upgrade@partner.example";

/** An empty database, a sandbox, and the variables with which instances of both versions use them. */
export async function createUpgradeWorld() {
  const database = await createTestDatabase();
  await database.pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  const sandbox = await startSandbox({ products: 50, latencyMs: 15 });
  const variables = {
    DATABASE_URL: database.url,
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    CODES_FINGERPRINT_KEY: randomBytes(32).toString("hex"),
    RECENT_ORDER_MINUTES: "0",
    LOG_LEVEL: "error",
  };
  return { database, sandbox, variables };
}

/** Adds a buyer by the command of the previous version, whose schema the database has. */
export function addBuyer(databaseUrl: string): { email: string; password: string } {
  const password = generatePassword();
  const command = ["--conditions=react-server", "scripts/member.ts", "add", EMAIL, "--role", "buyer"];
  const added = spawnSync(process.execPath, [...command, "--password-stdin"], {
    cwd: tree,
    input: password,
    encoding: "utf8",
    env: childEnvironment({ NODE_ENV: "test", DATABASE_URL: databaseUrl }, { withoutConfiguration: true }),
  });
  expect(added.status, added.stderr).toBe(0);
  return { email: EMAIL, password };
}

/** Stops an instance like a deployment does; returns its exit code: 143 stands for SIGTERM. */
export async function stop(instance: Dashboard): Promise<number | null> {
  const gone = new Promise<number | null>((resolve) => instance.child.once("exit", resolve));
  instance.child.kill("SIGTERM");
  return gone;
}
