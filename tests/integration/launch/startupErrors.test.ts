import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "#scripts/stack/processes/ports.ts";
import { runLauncher } from "./programs.ts";
import type { Ended } from "./programs.ts";

let dir: string;
let occupied: Server | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "codedesk-obstacles-"));
  chmodSync(dir, 0o711);
});
afterEach(() => {
  occupied?.close();
  occupied = undefined;
  rmSync(dir, { recursive: true, force: true });
});

/** Listens and never says a word. */
async function occupy(port: number): Promise<void> {
  occupied = createServer();
  await new Promise<void>((resolve) => {
    occupied?.listen(port, "127.0.0.1", resolve);
  });
}

function isOneSentence({ code, output }: Ended, expected: RegExp): void {
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(expected);
  expect(code).toBe(1);
}

test("a port that is taken: one sentence, and nothing is left behind", async () => {
  const port = await freePort();
  await occupy(port);
  const dataDir = join(dir, "data");
  const ended = await runLauncher(["demo"], { DATA_DIR: dataDir, PORT: String(port) });
  isOneSentence(ended, new RegExp(`Port ${port} is taken`));
  expect(readdirSync(dataDir).filter((name) => name !== "processes.json")).toEqual([]);
});

test("a data directory that cannot be made: one sentence", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  const ended = await runLauncher(["demo"], { DATA_DIR: join(file, "data"), PORT: String(await freePort()) });
  isOneSentence(ended, /The data directory .* cannot be written/);
});

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)("a data directory that may not be written: one sentence", async () => {
  const dataDir = join(dir, "data");
  mkdirSync(dataDir, { mode: 0o500 });
  const ended = await runLauncher(["demo"], { DATA_DIR: dataDir, PORT: String(await freePort()) });
  isOneSentence(ended, /The data directory .* cannot be written/);
});

test.each(["demo", "start", "member"])(
  "%s: a database that refuses: one sentence without its password",
  async (command) => {
    const args = command === "member" ? ["member", "list"] : [command];
    const ended = await runLauncher(args, {
      DATABASE_URL: `postgresql://desk:canary@127.0.0.1:${await freePort()}/desk`,
      DATA_DIR: join(dir, "data"),
      PORT: String(await freePort()),
      SERVICE_SANDBOX_URL: "http://127.0.0.1:9/v2",
      SERVICE_SANDBOX_KEY: "svc_test_0123456789",
      NEXTAUTH_SECRET: "a".repeat(32),
      CODES_FINGERPRINT_KEY: "a".repeat(32),
    });
    isOneSentence(ended, /The database 127\.0\.0\.1:\d+\/desk does not answer/);
    expect(ended.output).not.toContain("canary");
  },
);

test("a database that takes the connection and never answers: one sentence, in a few seconds", async () => {
  const port = await freePort();
  await occupy(port);
  const ended = await runLauncher(["demo"], {
    DATABASE_URL: `postgresql://desk:canary@127.0.0.1:${port}/desk`,
    DATA_DIR: join(dir, "data"),
    PORT: String(await freePort()),
  });
  isOneSentence(ended, /The database .* does not answer/);
});

test("a configuration that cannot be right: one sentence naming the variable", async () => {
  const ended = await runLauncher(["start"], {
    DATA_DIR: join(dir, "data"),
    SERVICE_SANDBOX_URL: "https://sandbox.example.com/v2",
    SERVICE_SANDBOX_KEY: "svc_live_0123456789",
  });
  isOneSentence(ended, /SERVICE_SANDBOX_KEY cannot be used/);
});
