import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";

let parent: string;
let dataDir: string;
/** Where root keeps the database, because the account of its server cannot enter the data directory. */
let homes: string[];
beforeEach(() => {
  homes = [];
  parent = makeTestDirectory("codedesk-home-");
  chmodSync(parent, 0o700);
  dataDir = join(parent, "data");
  mkdirSync(dataDir);
});
afterEach(() => {
  for (const directory of [parent, ...homes]) rmSync(directory, { recursive: true, force: true });
});

async function startAndStop(directory: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir: directory });
  homes.push(join(embedded.cluster, ".."));
  await embedded.stop();
}

describe.skipIf(process.getuid?.() !== 0)("a database that root keeps outside of the data directory", () => {
  it("is not used by a copy of the data directory", async () => {
    await startAndStop(dataDir);
    const copy = join(parent, "copy");
    execFileSync("cp", ["-a", dataDir, copy]);
    await expect(startEmbedded({ dataDir: copy })).rejects.toThrow(
      /copy\/database-home leads to the database of .*\/data, of which .* is a copy: copy \/var\/lib\/codedesk\/[\w-]+ too/,
    );
    await startAndStop(dataDir);
  });

  it("is used under another name of the data directory", async () => {
    await startAndStop(dataDir);
    const renamed = join(parent, "renamed");
    renameSync(dataDir, renamed);
    await startAndStop(renamed);
    expect(new Set(homes).size).toBe(1);
    // The other name is free for another data directory.
    mkdirSync(dataDir);
    await startAndStop(dataDir);
    await startAndStop(renamed);
    expect(new Set(homes).size).toBe(2);
  });

  it("is not silently begun anew where it is missing, as after a restore of the data directory alone", async () => {
    await startAndStop(dataDir);
    const [home = ""] = homes;
    rmSync(home, { recursive: true });
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /database-home leads to \/var\/lib\/codedesk\/[\w-]+, which does not exist: restore it from the backup, or remove/,
    );
    expect(existsSync(home)).toBe(false);
    expect(readFileSync(join(dataDir, "database-home"), "utf8")).toBe(`${home}\n`);
  });
});
