import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";

export type SecondDashboard = { url: string; stop(): Promise<void> };

/** Another dashboard on the database of the stack, from the same build without proxy.ts: no manifest lists it for Next. */
export async function startWithoutProxy(stack: TestStack): Promise<SecondDashboard> {
  const build = copyWithoutProxy(stack.build);
  const port = await freePort();
  const child = spawn(process.execPath, ["server.js"], {
    cwd: build,
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      STOP_WITH_PARENT: "1",
      HOSTNAME: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: stack.databaseUrl,
      SERVICE_SANDBOX_URL: stack.sandboxUrl,
      SERVICE_SANDBOX_KEY: stack.sandboxKey,
      NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
      CODES_FINGERPRINT_KEY: randomBytes(32).toString("base64url"),
    },
  });
  const url = `http://localhost:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/api/health/ready`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
  return {
    url,
    stop: async () => {
      await ended(child);
      rmSync(build, { recursive: true, force: true });
    },
  };
}

/** Copies the build by linking its folders, except those with a manifest that names the proxy. */
function copyWithoutProxy(from: string): string {
  const to = mkdtempSync(join(tmpdir(), "codedesk-without-proxy-"));
  for (const name of readdirSync(from)) {
    if (name === ".next" || name === "server.js")
      cpSync(join(from, name), join(to, name), { recursive: true });
    else symlinkSync(join(from, name), join(to, name));
  }
  const none = JSON.stringify({ version: 1, functions: {} });
  writeFileSync(join(to, ".next/server/functions-config-manifest.json"), none);
  rmSync(join(to, ".next/server/middleware.js"));
  return to;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === "object" && bound !== null ? bound.port : 0));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
