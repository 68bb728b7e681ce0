import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startOfProcess, tryProcessLock } from "./processLock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "codedesk-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Takes the lock and releases it: what its owner may do. */
const isFree = (path: string): boolean => {
  const { lock } = tryProcessLock(path);
  lock?.release();
  return lock !== undefined;
};
const ownStart = () => startOfProcess(process.pid) ?? "";

describe("the lock of a process", () => {
  it("is had by one at a time, of whom the others learn", () => {
    const path = join(folder, "lock");
    const { lock } = tryProcessLock(path);
    expect(tryProcessLock(path)).toEqual({ owner: `process ${process.pid}` });
    lock?.release();
    expect(isFree(path)).toBe(true);
    expect(statSync(`${path}.sqlite`)).toMatchObject({ size: 0, mode: 0o100_600 });
  });

  it("is not had in a copy of the directory, though its owner runs", () => {
    const original = join(folder, "original");
    mkdirSync(original);
    const { lock } = tryProcessLock(join(original, "lock"));
    execFileSync("cp", ["-r", original, join(folder, "copy")]);
    expect(isFree(join(folder, "copy", "lock"))).toBe(true);
    expect(isFree(join(original, "lock"))).toBe(false);
    lock?.release();
  });

  it("is had under another name of the directory too", () => {
    const before = join(folder, "before");
    mkdirSync(before);
    const { lock } = tryProcessLock(join(before, "lock"));
    renameSync(before, join(folder, "after"));
    expect(isFree(join(folder, "after", "lock"))).toBe(false);
    lock?.release();
  });

  it("is had where the owner's process cannot be seen, as in another container", () => {
    const path = join(folder, "lock");
    const { lock } = tryProcessLock(path);
    writeFileSync(path, "999999999 1 held\n");
    expect(isFree(path)).toBe(false);
    lock?.release();
  });

  it("is had by a running process of a version that only wrote the file, and by no later one with its id", () => {
    const path = join(folder, "lock");
    writeFileSync(path, `${process.pid} ${ownStart()}\n`);
    expect(tryProcessLock(path)).toEqual({ owner: `process ${process.pid}` });
    writeFileSync(path, `${process.pid} 1\n`);
    expect(isFree(path)).toBe(true);
  });

  it("is free once its owner was killed, and got by one of those that then want it", async () => {
    const path = join(folder, "lock");
    const first = await startTaker(path);
    expect(first.got).toBe(true);
    first.child.kill("SIGKILL");
    await first.ended;
    const takers = await Promise.all(Array.from({ length: 4 }, () => startTaker(path)));
    expect(takers.filter(({ got }) => got)).toHaveLength(1);
    const owner = takers.find(({ got }) => got);
    expect(readFileSync(path, "utf8")).toMatch(new RegExp(`^${owner?.child.pid} `));
    for (const { child } of takers) child.kill("SIGKILL");
    await Promise.all(takers.map(({ ended }) => ended));
  });
});

/** Starts a process that tries to take the lock, and keeps it until it is killed. */
async function startTaker(path: string) {
  const script = `import { tryProcessLock } from ${JSON.stringify(import.meta.resolve("./processLock.ts"))};
    console.log(tryProcessLock(process.argv[1]).lock !== undefined);
    setInterval(() => {}, 60_000);`;
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--input-type=module-typescript", "-e", script, path],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const line = await new Promise<string>((resolve) => child.stdout.setEncoding("utf8").once("data", resolve));
  return { child, ended, got: line.trim() === "true" };
}
