import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canReach } from "#scripts/launch/database/account.ts";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";
import { runLauncher } from "./programs.ts";

const isRoot = process.getuid?.() === 0;
/** Root may use every file, so it runs the command as another account. */
const ORDINARY = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const isReachable = !isRoot || canReach(process.cwd(), { name: "ordinary", uid: 65_534, gid: 65_534 });
const canMount = isRoot && process.platform === "linux" && spawnSync("mount", ["--version"]).status === 0;

let dataDir: string;
let home: string;
const mounted: string[] = [];
beforeEach(() => {
  dataDir = makeTestDirectory("codedesk-files-");
  chmodSync(dataDir, 0o711);
  home = join(dataDir, "database");
});
afterEach(() => {
  for (const directory of mounted.splice(0)) execFileSync("umount", [directory]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a command that opens the embedded database, and expects it to refuse with one sentence. */
async function expectSentence(expected: RegExp, account = {}): Promise<void> {
  const { code, output } = await runLauncher(["member", "list"], { DATA_DIR: dataDir }, account);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(expected);
  expect(code).toBe(1);
}

/** Mounts memory on a directory until the end of the test. */
function mountMemory(directory: string, options: string): void {
  mkdirSync(directory, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory]);
  mounted.push(directory);
}

describe("a command that cannot use a file of its data directory says", () => {
  it.skipIf(!isReachable)("that its account lacks the right", async () => {
    mkdirSync(home, { mode: 0o500 });
    if (isRoot) for (const path of [dataDir, home]) chownSync(path, 65_534, 65_534);
    await expectSentence(/^This account may not use .*\/database: give it the right/, ORDINARY);
  });

  it.skipIf(!canMount)("that the disk is full, and leaves no half of a file", async () => {
    mountMemory(home, "size=4k,mode=711");
    writeFileSync(join(home, "other"), Buffer.alloc(4_096));
    await expectSentence(/^The disk of .*\/database is full: free some space/);
    expect(readdirSync(home)).toEqual(["other"]);
  });

  it.skipIf(!canMount)("that there is no room for a new database", async () => {
    mountMemory(home, "size=1m,mode=711");
    await expectSentence(/^The embedded database could not be created in .*: .*No space left on device/);
  });

  it.skipIf(!canMount)("that the file system is read-only", async () => {
    mountMemory(home, "ro,mode=711");
    await expectSentence(/^.*\/database is on a read-only file system: make it writable/);
  });

  it.each(["owner.lock", "postgresql.log"])("that a directory is in the place of %s", async (name) => {
    mkdirSync(join(home, name), { recursive: true });
    await expectSentence(new RegExp(`/${name} is a directory where Codedesk needs a file: move it away`));
  });

  it("that a file is in the place of the database", async () => {
    writeFileSync(home, "");
    await expectSentence(/\/database already exists, and is something else .*: move it away/);
  });

  it("that something else is in the place of the socket, and removes none of it", async () => {
    const socket = join(home, "socket");
    mkdirSync(home);
    writeFileSync(socket, "of somebody");
    await expectSentence(/\/socket, where the database creates its socket, .*: move away what is there/);
    expect(existsSync(socket)).toBe(true);
    rmSync(socket);
    mkdirSync(socket);
    writeFileSync(join(socket, "file"), "of somebody");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/\/socket.*: move away what is there/);
    expect(readdirSync(socket)).toEqual(["file"]);
  });

  it.skipIf(!canMount)("that a mount point is in the place of the socket", async () => {
    mountMemory(join(home, "socket"), "mode=700");
    await expectSentence(/\/socket, where .*EBUSY.*: move away what is there, or unmount it/);
  });

  it.skipIf(!isRoot)("that a copy was made without its owners", async () => {
    const embedded = await startEmbedded({ dataDir });
    await embedded.stop();
    chownSync(embedded.cluster, 0, 0);
    await expectSentence(/as after a copy that did not keep owners: run `chown -R \w+ '.*\/cluster'`/);
  });
});
