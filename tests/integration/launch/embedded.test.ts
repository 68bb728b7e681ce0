import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startEmbedded } from "#scripts/stack/database/startEmbedded.ts";
import { kill, startProgram } from "./programs.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "codedesk-embedded-"));
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const held = z.object({ origin: z.string(), url: z.string(), cluster: z.string() });

async function hold() {
  const { child, line } = await startProgram("tests/integration/launch/holdDatabase.ts", [dataDir]);
  return { child, ...held.parse(JSON.parse(line)) };
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

const serverPid = (cluster: string) =>
  Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);

test("a server left behind by a killed launcher is taken over with its data, and stopped at the end", async () => {
  const first = await hold();
  await ask(first.url, "create table kept as select 1 as n");
  const pid = serverPid(first.cluster);
  await kill(first.child);

  const second = await startEmbedded({ dataDir });
  expect(second.origin).toBe("adopted");
  expect(serverPid(second.cluster)).toBe(pid);
  expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
  await second.stop();
  expect(second.gone()).toBe(true);
});

test("while one launcher holds the database, another one joins it and leaves it running", async () => {
  const owner = await hold();
  const guest = await startEmbedded({ dataDir });
  expect(guest.origin).toBe("borrowed");
  await guest.stop();
  expect(await ask(owner.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await kill(owner.child);
  const last = await startEmbedded({ dataDir });
  await last.stop();
});

test("three that start at once on an empty directory end up on one server", async () => {
  const all = await Promise.all([hold(), hold(), hold()]);
  expect(all.map(({ origin }) => origin).toSorted()).toEqual(["borrowed", "borrowed", "started"]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  await Promise.all(all.map(({ child }) => kill(child)));
  const last = await startEmbedded({ dataDir });
  expect(last.origin).toBe("adopted");
  await last.stop();
});

test("a server that was killed itself comes up again with what was committed", async () => {
  const first = await startEmbedded({ dataDir });
  await ask(first.url, "create table kept as select 1 as n");
  process.kill(serverPid(first.cluster), "SIGKILL");
  await expect.poll(() => first.gone()).toBe(true);
  await first.stop();
  const second = await startEmbedded({ dataDir });
  expect(second.origin).toBe("started");
  expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
  await second.stop();
});

test("a stale lock file whose process id now belongs to somebody else does not keep the server down", async () => {
  const first = await startEmbedded({ dataDir });
  const lockFile = join(first.cluster, "postmaster.pid");
  const content = readFileSync(lockFile, "utf8");
  await first.stop();
  const { uid, gid } = statSync(first.cluster);
  // A stranger of the server's own account, as process ids come round again.
  const root = process.getuid?.() === 0;
  const stranger = spawn("sleep", ["600"], root ? { uid, gid } : {});
  onTestFinished(() => void stranger.kill());
  writeFileSync(lockFile, [String(stranger.pid), ...content.split("\n").slice(1)].join("\n"));
  if (root) chownSync(lockFile, uid, gid);
  const second = await startEmbedded({ dataDir });
  expect(second.origin).toBe("started");
  await second.stop();
});

test("an initialisation that was interrupted is not taken for a database", async () => {
  const first = await startEmbedded({ dataDir });
  await first.stop();
  const home = join(first.cluster, "..");
  mkdirSync(join(home, "cluster.999999"));
  rmSync(first.cluster, { recursive: true });
  const second = await startEmbedded({ dataDir });
  expect(await ask(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await second.stop();
});

test("commits reach the disk, nobody but this machine is served, and the password is nobody else's to read", async () => {
  const embedded = await startEmbedded({ dataDir });
  const settings = "select current_setting('fsync') as fsync, current_setting('listen_addresses') as host";
  expect(await ask(embedded.url, settings)).toEqual([{ fsync: "on", host: "127.0.0.1" }]);
  expect(statSync(join(dataDir, "database-password")).mode & 0o777).toBe(0o600);
  const wrong = new URL(embedded.url);
  wrong.password = "guessed";
  await expect(ask(wrong.href, "select 1")).rejects.toThrow(/password/);
  await embedded.stop();
});
