import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadDotEnv } from "#scripts/launch/programs.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { runLauncher } from "./programs.ts";
import type { Ended } from "./programs.ts";

let dir: string;
let occupied: Server | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "codedesk-startup-"));
  chmodSync(dir, 0o711);
});
afterEach(() => {
  occupied?.close();
  occupied = undefined;
  rmSync(dir, { recursive: true, force: true });
});

/** Listens on the port and never answers. */
async function occupy(port: number): Promise<void> {
  occupied = createServer();
  await new Promise<void>((resolve) => {
    occupied?.listen(port, "127.0.0.1", resolve);
  });
}

function expectOneSentence({ code, output }: Ended, expected: RegExp): void {
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(expected);
  expect(code).toBe(1);
}

describe("a start that is impossible ends with one sentence that", () => {
  it("says that the port is in use, and leaves nothing behind", async () => {
    const port = await freePort();
    await occupy(port);
    const dataDir = join(dir, "data");
    const ended = await runLauncher(["demo"], { DATA_DIR: dataDir, PORT: String(port) });
    expectOneSentence(ended, new RegExp(`Port ${port} is in use`));
    expect(readdirSync(dataDir).toSorted()).toEqual(["launcher.lock.sqlite", "processes.json"]);
  });

  it("says that the data directory cannot be created", async () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    const ended = await runLauncher(["demo"], {
      DATA_DIR: join(file, "data"),
      PORT: String(await freePort()),
    });
    expectOneSentence(ended, /The data directory .* cannot be written/);
  });

  it.each(["start", "demo", "dev", "build", "doctor", "screenshots"])(
    "refuses an argument that there is not (%s)",
    async (command) => {
      // Nothing can be started there.
      const ended = await runLauncher([command, "--prot", "80"], { DATA_DIR: "/dev/null/data" });
      expectOneSentence(ended, /^There is no argument "--prot"\. Usage: npm (run )?\w+/);
    },
  );

  it.skipIf(process.platform !== "linux")("says so where no directory can be created at all", async () => {
    const DATA_DIR = "/proc/nothing/data";
    expectOneSentence(await runLauncher(["demo"], { DATA_DIR }), /The data directory .* cannot be written/);
    const sandbox = await runLauncher(["sandbox", "--port", "0", "--data-dir", DATA_DIR], {});
    expectOneSentence(sandbox, /The data directory .* cannot be written/);
  });

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)("says that the data directory is not writable", async () => {
    const dataDir = join(dir, "data");
    mkdirSync(dataDir, { mode: 0o500 });
    const ended = await runLauncher(["demo"], { DATA_DIR: dataDir, PORT: String(await freePort()) });
    expectOneSentence(ended, /The data directory .* cannot be written/);
  });

  it.each(["demo", "start", "member"])(
    "says that the database refuses connections, without its password (%s)",
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
      expectOneSentence(ended, /The database 127\.0\.0\.1:\d+\/desk does not answer/);
      expect(ended.output).not.toContain("canary");
    },
  );

  it("says within seconds that the database accepts connections and never answers", async () => {
    const port = await freePort();
    await occupy(port);
    const ended = await runLauncher(["demo"], {
      DATABASE_URL: `postgresql://desk:canary@127.0.0.1:${port}/desk`,
      DATA_DIR: join(dir, "data"),
      PORT: String(await freePort()),
    });
    expectOneSentence(ended, /The database .* does not answer/);
  });

  it("refuses to listen for other machines without https", async () => {
    const ended = await runLauncher(["start"], {
      DATA_DIR: join(dir, "data"),
      HOST: "0.0.0.0",
      PORT: String(await freePort()),
      SERVICE_SANDBOX_URL: "http://127.0.0.1:9/v2",
      SERVICE_SANDBOX_KEY: "svc_test_0123456789",
    });
    expectOneSentence(ended, /HOST=0\.0\.0\.0 .* NEXTAUTH_URL .* ALLOW_PLAIN_HTTP=on/);
  });

  it("says that a file of anchors cannot be read", async () => {
    const args = ["audit-verify", "--anchors", join(dir, "nothing.jsonl")];
    const ended = await runLauncher(args, { DATA_DIR: join(dir, "data") });
    expectOneSentence(ended, /The anchors cannot be read \(ENOENT.*: check --anchors/);
  });

  it("says that HOST is not an address of this machine", async () => {
    const ended = await runLauncher(["start"], {
      DATA_DIR: join(dir, "data"),
      // Reserved for documentation (RFC 5737), so no machine has it.
      HOST: "192.0.2.1",
      ALLOW_PLAIN_HTTP: "on",
      PORT: String(await freePort()),
      SERVICE_SANDBOX_URL: "http://127.0.0.1:9/v2",
      SERVICE_SANDBOX_KEY: "svc_test_0123456789",
    });
    expectOneSentence(ended, /cannot listen on 192\.0\.2\.1, .*: set HOST to an address of this machine/);
  });

  it("says that .env is no file that can be read", () => {
    expect(() => loadDotEnv(dir)).toThrow(
      /^\/.* cannot be read \(.*\): make it a text file that this account may read/,
    );
    loadDotEnv(join(dir, "missing"));
  });

  it.each([
    [
      "histories",
      "many",
      /^Give one whole number from 1 to 1000000, or none for 10000: `npm run test:long -- 50`/,
    ],
    ["soak", "-1", /^Give one whole number from 1 to 1000000, or none for 200: `npm run test:soak -- 50`/],
    ["upgrade", "no-such-commit", /^There is no commit no-such-commit in this repository: /],
  ])("says what a long test can be asked for (%s %s)", async (command, argument, expected) => {
    expectOneSentence(await runLauncher([command, argument], {}), expected);
  });

  it("names the variable that is wrong", async () => {
    const ended = await runLauncher(["start"], {
      DATA_DIR: join(dir, "data"),
      SERVICE_SANDBOX_URL: "https://sandbox.example.com/v2",
      SERVICE_SANDBOX_KEY: "svc_live_0123456789",
    });
    expectOneSentence(ended, /SERVICE_SANDBOX_KEY cannot be used/);
  });
});
