import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeOldBuilds } from "./keptBuilds.ts";

let builds: string;

beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), "codedesk-builds-"));
});
afterEach(() => rmSync(builds, { recursive: true, force: true }));

/** A build that was made so many minutes ago. */
function build(name: string, minutesAgo: number): string {
  const path = join(builds, name);
  mkdirSync(path);
  const at = new Date(Date.UTC(2026, 0, 1, 12, -minutesAgo));
  utimesSync(path, at, at);
  return path;
}

describe("old builds", () => {
  it("are removed but for the last three, and the lock stays", () => {
    for (const [index, name] of ["d", "a", "e", "b", "c"].entries()) build(name, index);
    mkdirSync(join(builds, "lock"));
    removeOldBuilds(builds);
    expect(readdirSync(builds).toSorted()).toEqual(["a", "d", "e", "lock"]);
  });

  it("stay while a process runs that uses them, and no longer", async () => {
    const used = build("used", 100);
    for (const name of ["a", "b", "c"]) build(name, 1);
    const user = await useElsewhere(used);
    const old = new Date(Date.UTC(2026, 0, 1));
    utimesSync(used, old, old);
    removeOldBuilds(builds);
    expect(readdirSync(builds)).toContain("used");
    await end(user);
    removeOldBuilds(builds);
    expect(readdirSync(builds).toSorted()).toEqual(["a", "b", "c"]);
  });

  it("count as new once they are used again", async () => {
    const again = build("again", 100);
    for (const name of ["a", "b", "c"]) build(name, name === "c" ? 2 : 1);
    await end(await useElsewhere(again));
    const old = new Date(Date.UTC(2026, 0, 1));
    utimesSync(again, old, old);
    await end(await useElsewhere(again));
    removeOldBuilds(builds);
    expect(readdirSync(builds).toSorted()).toEqual(["a", "again", "b"]);
  });
});

/** Starts a process that uses the build. */
async function useElsewhere(path: string): Promise<ChildProcess> {
  const program = `
    const { noteUse } = await import("#scripts/launch/builds/keptBuilds.ts");
    noteUse(${JSON.stringify(path)});
    console.log("noted");
    setInterval(() => {}, 1000);`;
  const args = ["--conditions=react-server", "--input-type=module", "--eval", program];
  const user = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(user.stdout, "data");
  return user;
}

async function end(user: ChildProcess): Promise<void> {
  user.kill("SIGKILL");
  await once(user, "exit");
}
