import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordProcesses, stopLeftovers } from "./leftovers.ts";
import { startOfProcess } from "./processLock.ts";

let dataDir: string;
let child: ChildProcess;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "codedesk-leftovers-"));
  child = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], {
    stdio: "ignore",
    detached: true,
  });
  const pid = child.pid ?? 0;
  recordProcesses(dataDir, [{ name: "sandbox", pid, start: startOfProcess(pid) ?? "" }]);
});
afterEach(() => {
  child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});
const isRunning = () => startOfProcess(child.pid ?? 0) !== null;

describe("what a command left running", () => {
  it("is stopped once that command has ended", async () => {
    const path = join(dataDir, "processes.json");
    writeFileSync(path, readFileSync(path, "utf8").replace(`"pid":${process.pid},`, '"pid":999999999,'));
    expect(await stopLeftovers(dataDir)).toEqual(["sandbox"]);
    expect(isRunning()).toBe(false);
    expect(await stopLeftovers(dataDir)).toEqual([]);
  });

  it("is left alone by the next start from a copy of its directory", async () => {
    const copy = join(dataDir, "copy");
    cpSync(join(dataDir, "processes.json"), join(copy, "processes.json"));
    expect(await stopLeftovers(copy)).toEqual([]);
    expect(isRunning()).toBe(true);
  });
});
