import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { auditAnchorFile, durableSecret, prepareDataDir } from "#scripts/launch/dataDir.ts";
import { recordProcesses, stopLeftovers } from "#scripts/launch/processes/leftovers.ts";
import { startOfProcess, tryProcessLock } from "#scripts/launch/processes/processLock.ts";
import { supervise } from "#scripts/launch/processes/supervisor.ts";
import { startSandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";

const OTHER = 65_534;
const SECRET = "1 of root\n2 of root\n";

let dataDir: string;
let target: string;
beforeEach(() => {
  dataDir = makeTestDirectory("codedesk-links-");
  chmodSync(dataDir, 0o711);
  target = join(dataDir, "of-root");
  writeFileSync(target, SECRET, { mode: 0o600 });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Puts a link of another account to root's file, or to a directory, in a place in the data directory. */
function plant(name: string, leadsTo = target): void {
  const link = join(dataDir, name);
  mkdirSync(join(link, ".."), { recursive: true, mode: 0o711 });
  symlinkSync(leadsTo, link);
  lchownSync(link, OTHER, OTHER);
}

const expectUntouched = () => {
  expect(readFileSync(target, "utf8")).toBe(SECRET);
  expect(statSync(target).uid).toBe(0);
};
const REFUSED = /is a symbolic link of another account, which root does not follow/;

describe.skipIf(process.getuid?.() !== 0)("root, in a data directory of another account,", () => {
  it.each(["database/postgresql.log", "database-password"])(
    "starts the database without writing through a link at %s",
    async (name) => {
      plant(name);
      const embedded = await startEmbedded({ dataDir });
      await embedded.stop();
      expectUntouched();
    },
  );

  it("does not give the database's account what a link at its lock file leads to", async () => {
    const first = await startEmbedded({ dataDir });
    await first.stop();
    plant("database/cluster/postmaster.pid");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/postmaster\.pid/);
    expectUntouched();
    expect(lstatSync(join(first.cluster, "postmaster.pid")).isSymbolicLink()).toBe(true);
  });

  it("starts a log and lists its programs without writing through a link", async () => {
    for (const name of ["logs/writer.log", "processes.json", "processes.json.new"]) plant(name);
    await supervise(dataDir, async (supervisor) => {
      const start = { name: "writer", command: process.execPath, args: ["-e", "console.log(1)"] };
      recordProcesses(dataDir, []);
      await supervisor.finish({ ...start, env: { NODE_ENV: "test" }, output: "file" });
      supervisor.done();
    });
    expect(readFileSync(join(dataDir, "logs", "writer.log"), "utf8")).toBe("1\n");
    expectUntouched();
  });

  it("stops no process that another account has listed", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], { stdio: "ignore" });
    const { pid = 0 } = child;
    const list = join(dataDir, "processes.json");
    writeFileSync(list, JSON.stringify([{ name: "sandbox", pid, start: startOfProcess(pid) }]));
    lchownSync(list, OTHER, OTHER);
    expect(await stopLeftovers(dataDir)).toEqual([]);
    expect(child.kill("SIGKILL")).toBe(true);
  });

  it("takes no secret from a link, no lock on one, and leads the audit log through none", () => {
    for (const name of ["session-secret", "lock.sqlite", "audit-anchors.jsonl"]) plant(name);
    expect(() => durableSecret(dataDir, "session-secret")).toThrow(REFUSED);
    expect(() => tryProcessLock(join(dataDir, "lock"))).toThrow(REFUSED);
    expect(() => auditAnchorFile(dataDir)).toThrow(REFUSED);
  });

  it.each(["database", "logs", "sandbox"])("enters no link at %s, but one of its own", (name) => {
    const elsewhere = join(dataDir, "elsewhere");
    mkdirSync(elsewhere);
    plant(name, elsewhere);
    expect(() => prepareDataDir(dataDir)).toThrow(REFUSED);
    lchownSync(join(dataDir, name), 0, 0);
    prepareDataDir(dataDir);
  });

  it("makes no database where a file says that did not come from it", async () => {
    writeFileSync(join(dataDir, "database-home"), `${join(dataDir, "elsewhere")}\n`);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /database-home does not lead to a directory in \/var\/lib\/codedesk: restore the line/,
    );
  });

  it.each([
    ["orders.journal", "no whole line"],
    ["sandbox.pid", "any text"],
    ["sandbox.lock.sqlite", null],
  ])("runs no sandbox that writes through a link at %s", async (name, content) => {
    if (content === null) rmSync(target);
    else writeFileSync(target, content);
    plant(join("sandbox", name));
    const started = await startSandbox({ dataDir: join(dataDir, "sandbox") }).catch(() => null);
    await started?.stop();
    expect(existsSync(target) ? readFileSync(target, "utf8") : null).toBe(content);
  });
});
