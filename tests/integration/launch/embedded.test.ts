import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { giveTo } from "#scripts/launch/database/home.ts";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { asOperatorOf } from "#scripts/launch/operator.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";
import { kill, startProgram } from "./programs.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestDirectory("codedesk-embedded-");
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const runningDatabaseSchema = z.object({ origin: z.string(), url: z.string(), cluster: z.string() });

async function startInOtherProcess(directory = dataDir) {
  const { child, line } = await startProgram("tests/integration/launch/runDatabase.ts", [directory]);
  return { child, ...runningDatabaseSchema.parse(JSON.parse(line)) };
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

const THROUGH = "select host(inet_server_addr()) as host";

const serverPid = (cluster: string) =>
  Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);

describe("the embedded database", () => {
  it("takes over the server that a killed launcher left running, with its data, and stops it at the end", async () => {
    const first = await startInOtherProcess();
    await ask(first.url, "create table kept as select 1 as n");
    const pid = serverPid(first.cluster);
    await kill(first.child);

    const second = await startEmbedded({ dataDir });
    expect(second.origin).toBe("adopted");
    expect(serverPid(second.cluster)).toBe(pid);
    expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
    await second.stop();
    expect(second.hasEnded()).toBe(true);
  });

  it("shares the server of another running launcher, and leaves it running", async () => {
    const owner = await startInOtherProcess();
    const second = await startEmbedded({ dataDir });
    expect(second.origin).toBe("shared");
    await second.stop();
    expect(await ask(owner.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await kill(owner.child);
    const last = await startEmbedded({ dataDir });
    await last.stop();
  });

  it("is not shared by a program that would outlive its owner: that one waits, says for what, and starts its own", async () => {
    const command = await startEmbedded({ dataDir });
    let isStarted = false;
    const told: string[] = [];
    const tell = (line: string) => void told.push(line);
    const dashboard = startEmbedded({ dataDir, alone: true, tell }).finally(() => (isStarted = true));
    await ask(command.url, "create table kept as select 1 as n");
    const other = await startEmbedded({ dataDir });
    expect([other.origin, isStarted]).toEqual(["shared", false]);
    const seen = `process ${process.pid} (ps -fp ${process.pid}).`;
    await expect
      .poll(() => told)
      .toEqual([
        `Waiting for another command that uses the database in ${join(dataDir, "database")}: ${seen}`,
      ]);
    await command.stop();
    const own = await dashboard;
    expect(own.origin).toBe("started");
    expect(await ask(own.url, "select n from kept")).toEqual([{ n: 1 }]);
    expect(told).toHaveLength(1);
    await own.stop();
  });

  it("is not waited for any longer by a program that is to stop", async () => {
    const command = await startEmbedded({ dataDir });
    const stopped = new Error("stopped");
    let isStopping = false;
    const check = () => {
      if (isStopping) throw stopped;
    };
    const dashboard = startEmbedded({ dataDir, alone: true, check });
    isStopping = true;
    await expect(dashboard).rejects.toBe(stopped);
    await command.stop();
  });

  it("is shared only once its owner has made the database in it", async () => {
    const owner = await startInOtherProcess();
    onTestFinished(() => void owner.child.kill("SIGKILL"));
    const server = Object.assign(new URL(owner.url), { pathname: "/postgres" }).href;
    await ask(server, "drop database codedesk");
    const second = startEmbedded({ dataDir });
    const log = join(owner.cluster, "..", "postgresql.log");
    const refused = vi.waitUntil(
      () => readFileSync(log, "utf8").includes('"codedesk" does not exist'),
      PATIENTLY,
    );
    expect(await Promise.race([second.then(({ origin }) => origin), refused])).toBe(true);
    await ask(server, "create database codedesk");
    expect(await ask((await second).url, "select 1 as n")).toEqual([{ n: 1 }]);
    await kill(owner.child);
    await (await startEmbedded({ dataDir })).stop();
  });

  it("tells a command that shares it when its owner has stopped it meanwhile", async () => {
    const owner = await startEmbedded({ dataDir });
    const place = { dataDir, databaseUrl: null, migrationDatabaseUrl: null };
    const cut = asOperatorOf(place, async ({ db }) => {
      await owner.stop();
      await db.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow(
      /^The command that had started the database .* stopped it.*: run this one again/,
    );
    await expect(asOperatorOf(place, () => Promise.reject(new Error("of its own")))).rejects.toThrow(
      "of its own",
    );
  });

  it("starts from a copy of its directory that was made while it ran", async () => {
    const original = join(dataDir, "original");
    const copy = join(dataDir, "copy");
    mkdirSync(original, { mode: 0o711 });
    const owner = await startInOtherProcess(original);
    await ask(owner.url, "create table kept as select 1 as n");
    await ask(owner.url, "checkpoint");
    execFileSync("cp", ["-a", original, copy]);
    const second = await startEmbedded({ dataDir: copy });
    expect(second.origin).toBe("started");
    expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
    expect(await ask(owner.url, "select n from kept")).toEqual([{ n: 1 }]);
    expect(serverPid(second.cluster)).not.toBe(serverPid(owner.cluster));
    await second.stop();
    await kill(owner.child);
    const last = await startEmbedded({ dataDir: original });
    expect(last.origin).toBe("adopted");
    await last.stop();
  });

  it("starts one server for three launchers that start at the same time on an empty directory", async () => {
    const all = await Promise.all([startInOtherProcess(), startInOtherProcess(), startInOtherProcess()]);
    expect(all.map(({ origin }) => origin).toSorted()).toEqual(["shared", "shared", "started"]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    await Promise.all(all.map(({ child }) => kill(child)));
    const last = await startEmbedded({ dataDir });
    expect(last.origin).toBe("adopted");
    await last.stop();
  });

  it("starts again after the server was killed, with all that was committed", async () => {
    const first = await startEmbedded({ dataDir });
    await ask(first.url, "create table kept as select 1 as n");
    process.kill(serverPid(first.cluster), "SIGKILL");
    await expect.poll(() => first.hasEnded()).toBe(true);
    await first.stop();
    const second = await startEmbedded({ dataDir });
    expect(second.origin).toBe("started");
    expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it("starts despite a stale lock file whose process id now belongs to another process", async () => {
    const first = await startEmbedded({ dataDir });
    const lockFile = join(first.cluster, "postmaster.pid");
    const content = readFileSync(lockFile, "utf8");
    await first.stop();
    const { uid, gid } = statSync(first.cluster);
    // Another process of the server's own account: process ids are reused.
    const root = process.getuid?.() === 0;
    const other = spawn("sleep", ["600"], root ? { uid, gid } : {});
    onTestFinished(() => void other.kill());
    writeFileSync(lockFile, [String(other.pid), ...content.split("\n").slice(1)].join("\n"));
    if (root) chownSync(lockFile, uid, gid);
    const second = await startEmbedded({ dataDir });
    expect(second.origin).toBe("started");
    await second.stop();
  });

  it("does not use a cluster whose initialisation was interrupted", async () => {
    const first = await startEmbedded({ dataDir });
    await first.stop();
    const home = join(first.cluster, "..");
    mkdirSync(join(home, "cluster.999999"));
    rmSync(first.cluster, { recursive: true });
    const second = await startEmbedded({ dataDir });
    expect(await ask(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it("writes commits to the disk, serves this machine only, and keeps its password readable for its owner only", async () => {
    const embedded = await startEmbedded({ dataDir });
    const settings = "select current_setting('fsync') as fsync, current_setting('listen_addresses') as host";
    expect(await ask(embedded.url, settings)).toEqual([{ fsync: "on", host: "127.0.0.1" }]);
    expect(statSync(join(dataDir, "database-password")).mode & 0o777).toBe(0o600);
    const wrong = new URL(embedded.url);
    wrong.password = "guessed";
    await expect(ask(wrong.href, "select 1")).rejects.toThrow(/password/);
    await embedded.stop();
  });

  it("is spoken to through a socket in a directory of its own", async () => {
    const embedded = await startEmbedded({ dataDir });
    expect(await ask(embedded.url, THROUGH)).toEqual([{ host: null }]);
    expect(statSync(join(embedded.cluster, "../socket")).mode & 0o777).toBe(0o700);
    await embedded.stop();
  });

  it("is spoken to through its port where the path of a socket would be too long", async () => {
    const deep = join(dataDir, "d".repeat(60), "e".repeat(60));
    mkdirSync(deep, { recursive: true, mode: 0o711 });
    const embedded = await startEmbedded({ dataDir: deep });
    expect(await ask(embedded.url, THROUGH)).toEqual([{ host: "127.0.0.1" }]);
    await embedded.stop();
  });

  it("is spoken to through a socket in a directory whose name has a meaning in lists or addresses", async () => {
    const odd = join(dataDir, ` a, "b'c" %2F?d=e&f#g@ü `);
    mkdirSync(odd, { mode: 0o711 });
    const embedded = await startEmbedded({ dataDir: odd });
    expect(await ask(embedded.url, THROUGH)).toEqual([{ host: null }]);
    await embedded.stop();
  });

  it("is spoken to through its port where the system gives it no socket", async () => {
    // As with a folder shared with a virtual machine, PostgreSQL says that it could not create any socket, and ends.
    const embedded = await startEmbedded({ dataDir, settings: { unix_socket_group: "no-such-group" } });
    expect(await ask(embedded.url, THROUGH)).toEqual([{ host: "127.0.0.1" }]);
    await embedded.stop();
  });

  it("is spoken to through its port once its directory has another name", async () => {
    const named = join(dataDir, "named");
    mkdirSync(named, { mode: 0o711 });
    const first = await startInOtherProcess(named);
    await kill(first.child);
    const renamed = join(dataDir, "renamed");
    renameSync(named, renamed);
    const second = await startEmbedded({ dataDir: renamed });
    expect(second.origin).toBe("adopted");
    expect(await ask(second.url, THROUGH)).toEqual([{ host: "127.0.0.1" }]);
    await second.stop();
  });

  it("says why its server has ended", async () => {
    const failed = startEmbedded({ dataDir, settings: { listen_addresses: "192.0.2.1" } });
    await expect(failed).rejects.toThrow(/does not answer: .*could not create any TCP\/IP sockets/);
  });

  it("says that its password is lost, or is that of another database", async () => {
    const first = await startEmbedded({ dataDir });
    await first.stop();
    const file = join(dataDir, "database-password");
    writeFileSync(file, "of another one");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /does not accept the password in .*database-password: restore that file and the database from the same backup/,
    );
    writeFileSync(file, "\n");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /database-password, .*, is missing or empty: restore/,
    );
    rmSync(file);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /database-password, .*, is missing or empty: restore/,
    );
  });

  it("says which PostgreSQL made it, if it was another one", async () => {
    const first = await startEmbedded({ dataDir });
    await first.stop();
    writeFileSync(join(first.cluster, "PG_VERSION"), "12\n");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /was made by PostgreSQL 12, and this version of Codedesk has PostgreSQL \d+: start it with the version/,
    );
  });

  it.skipIf(process.getuid?.() !== 0)(
    "does not get what a link leads to, when root gives it a file in a directory of another account",
    () => {
      const target = join(dataDir, "of-root");
      writeFileSync(target, "");
      symlinkSync(target, join(dataDir, "link"));
      giveTo(join(dataDir, "link"), { name: "someone", uid: 65_534, gid: 65_534 });
      expect(statSync(target).uid).toBe(0);
      expect(lstatSync(join(dataDir, "link")).uid).toBe(65_534);
    },
  );
});
