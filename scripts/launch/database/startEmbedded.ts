import "server-only";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "#server/config/startupError.ts";
import { createFile, replaceFile, startLog } from "#scripts/launch/files/newFile.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { tryProcessLock } from "#scripts/launch/processes/processLock.ts";
import type { ProcessLock } from "#scripts/launch/processes/processLock.ts";
import { tellOfWait } from "#scripts/tools/tellOfWait.ts";
import { findBinaries, requireVersion } from "./binaries.ts";
import { addressOf, createDatabase, hasDatabase, isReady, USER } from "./connection.ts";
import { giveTo, prepareHome } from "./home.ts";
import type { Home } from "./home.ts";
import { ignoreStaleLock, runningPostmaster, servesCluster, stopPostmaster } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { passwordFile, readPassword } from "./password.ts";
import { socketDirectory } from "./socket.ts";

export type EmbeddedDatabase = {
  url: string;
  /** `started` by us, `adopted` from a command that was killed, or `shared` with one that is running. */
  origin: "started" | "adopted" | "shared";
  /** The directory of the cluster. */
  cluster: string;
  /** True once the server has ended without `stop`. */
  hasEnded(): boolean;
  /** Stops the server and waits until it has ended. A shared one keeps running. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Must exist and be writable. */
  dataDir: string;
  /** Additional PostgreSQL settings, for tests. */
  settings?: Record<string, string>;
  /**
   * Waits until no other command runs the server, rather than share it: it ends with that command, and a dashboard would end with
   * `npm run member`.
   */
  alone?: boolean;
  /** Throws to end the wait for another command, since everything is being stopped. */
  check?: () => void;
  /** Is told what it waits for, if it takes longer than a moment. Default: stderr. */
  tell?: (line: string) => void;
  projectRoot?: string;
};

const START_TIMEOUT_MS = 60_000;
/** How the server logs that it can listen on its port only. */
const NO_SOCKET = "could not create any Unix-domain sockets";

/**
 * Starts the embedded PostgreSQL of a data directory on loopback, or uses the one that is running there: there is never more
 * than one for a directory.
 * @throws StartupError with one sentence for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const home = prepareHome(options.dataDir);
  const deadline = performance.now() + START_TIMEOUT_MS;
  const waits = tellOfWait(options.tell);
  for (;;) {
    const { lock, owner } = tryProcessLock(join(home.dir, "owner.lock"));
    if (lock !== undefined) {
      try {
        return await startAsOwner(home, options, lock);
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    const running = runningPostmaster(home.cluster);
    if (!options.alone && running?.ready === true && (await hasDatabase(options.dataDir, running))) {
      return database(home, options.dataDir, running, "shared", async () => {});
    }
    if (performance.now() > deadline) {
      throw new StartupError(
        `Another Codedesk (${owner}) uses the database in ${home.dir}, and its server cannot be ` +
          `${options.alone ? "taken over" : "reached from here"}: ` +
          "stop that one first, or set DATA_DIR to another directory.",
      );
    }
    options.check?.();
    waits(`another command that uses the database in ${home.dir}: ${owner}${howToSee(owner)}.`);
    await sleep(50);
  }
}

/** In another container, its process cannot be seen from here. */
function howToSee(owner: string): string {
  const pid = /^process (\d+)$/.exec(owner)?.[1];
  return pid === undefined ? "" : ` (ps -fp ${pid})`;
}

async function startAsOwner(
  home: Home,
  options: EmbeddedOptions,
  lock: ProcessLock,
): Promise<EmbeddedDatabase> {
  const stop = async (pid: number) => {
    await stopPostmaster(pid, home.cluster);
    lock.release();
  };
  const orphan = runningPostmaster(home.cluster);
  if (orphan !== null) {
    await waitUntilAnswers(home, options.dataDir, orphan.pid);
    await createDatabase(options.dataDir, orphan);
    return database(home, options.dataDir, orphan, "adopted", () => stop(orphan.pid));
  }
  const binaries = findBinaries(home.dir, home.account, options.projectRoot ?? process.cwd());
  if (existsSync(home.cluster)) requireVersion(home.cluster, binaries);
  else await initialise(home, options.dataDir, binaries.initdb);
  readPassword(options.dataDir);
  ignoreStaleLock(home);
  const running = await startServer(home, options, binaries.postgres);
  return database(home, options.dataDir, running, "started", () => stop(running.pid));
}

/** Starts the server, and again without a socket if the system gives it none, as in some folders shared with a virtual machine. */
async function startServer(
  home: Home,
  options: EmbeddedOptions,
  postgres: string,
  withSocket = true,
): Promise<Postmaster> {
  const pid = await launch(home, options, postgres, withSocket);
  try {
    const running = await waitUntilAnswers(home, options.dataDir, pid);
    await createDatabase(options.dataDir, running);
    return running;
  } catch (error) {
    await stopPostmaster(pid, home.cluster);
    if (!withSocket || !readIfThere(logFile(home)).includes(NO_SOCKET)) throw error;
    return await startServer(home, options, postgres, false);
  }
}

function database(
  home: Home,
  dataDir: string,
  server: Postmaster,
  origin: EmbeddedDatabase["origin"],
  stop: () => Promise<void>,
): EmbeddedDatabase {
  return {
    url: addressOf(dataDir, server),
    origin,
    cluster: home.cluster,
    hasEnded: () => !servesCluster(server.pid, home.cluster),
    stop,
  };
}

/** Creates the cluster under another name and renames it at the end, so that an interrupted one is never used. */
async function initialise(home: Home, dataDir: string, initdb: string): Promise<void> {
  for (const name of readdirSync(home.dir)) {
    if (name.startsWith("cluster.")) rmSync(join(home.dir, name), { recursive: true, force: true });
  }
  const secret = randomBytes(24).toString("base64url");
  replaceFile(passwordFile(dataDir), secret);
  const unfinished = join(home.dir, `cluster.${process.pid}`);
  const pwfile = join(home.dir, `cluster.${process.pid}.password`);
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(unfinished, home.account);
  createFile(pwfile, `${secret}\n`, home.account);
  const flags = [
    "-D",
    unfinished,
    "--username",
    USER,
    "--pwfile",
    pwfile,
    "--auth=scram-sha-256",
    "--no-instructions",
  ];
  // The built-in locale sorts the same on every system.
  flags.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  const child = spawn(initdb, flags, { ...identity(home), stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  const code = await ended(child);
  rmSync(pwfile, { force: true });
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartupError(`The embedded database could not be created in ${home.dir}: ${reason(errors)}`);
  }
  renameSync(unfinished, home.cluster);
}

/** Starts the server in a process group of its own: Ctrl-C reaches it only through us, after the dashboard has stopped. */
async function launch(
  home: Home,
  options: EmbeddedOptions,
  postgres: string,
  withSocket: boolean,
): Promise<number> {
  requireOwner(home);
  // PostgreSQL cannot choose a port itself.
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: withSocket ? socketDirectory(home, port) : "",
    log_timezone: "UTC",
    timezone: "UTC",
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = startLog(logFile(home));
  try {
    const child = spawn(postgres, ["-D", home.cluster, ...flags], {
      ...identity(home),
      detached: true,
      stdio: ["ignore", log, log],
    });
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    if (child.pid === undefined) throw new StartupError("The embedded database's server did not start.");
    return child.pid;
  } finally {
    closeSync(log);
  }
}

/** PostgreSQL refuses a cluster of another account. */
function requireOwner({ dir, cluster, account }: Home): void {
  const owner = statSync(cluster).uid;
  if (account === null && owner !== process.getuid?.()) {
    throw new StartupError(
      `The database in ${dir} belongs to another account: start Codedesk with that account, or set DATA_DIR.`,
    );
  }
  if (account !== null && owner !== account.uid) {
    throw new StartupError(
      `The database in ${dir} belongs to another account than ${account.name}, as after a copy that did not keep owners: ` +
        `run \`chown -R ${account.name} '${cluster}'\`, and start again.`,
    );
  }
}

async function waitUntilAnswers(home: Home, dataDir: string, pid: number) {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const running = runningPostmaster(home.cluster);
    if (running?.ready === true && running.pid === pid) {
      if (await isReady(dataDir, running)) return running;
    }
    // A zombie has no working directory any more; a child that has not called exec yet still has ours.
    if (running === null && !isAlive(pid)) break;
    await sleep(20);
  }
  throw new StartupError(
    `The embedded database in ${home.dir} does not answer: ${reason(readIfThere(logFile(home)))} ` +
      `(process ${pid}, log ${logFile(home)}).`,
  );
}

function isAlive(pid: number): boolean {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat[stat.lastIndexOf(")") + 2] !== "Z";
    }
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function identity(home: Home) {
  return {
    cwd: "/",
    env: { NODE_ENV: "production" as const, PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C", LC_ALL: "C" },
    ...(home.account === null ? {} : { uid: home.account.uid, gid: home.account.gid }),
  };
}

const logFile = (home: Home) => join(home.dir, "postgresql.log");

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Why the server has ended, or refuses us, or why initdb has failed; after that, they only say what they clean up. */
function reason(log: string): string {
  const fatal = log.split("\n").findLast((line) => /\b(?:FATAL|PANIC|error): /.test(line));
  return fatal ?? lastLine(log);
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
}
