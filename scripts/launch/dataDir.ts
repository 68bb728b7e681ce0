import { randomBytes, randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { isStartupError, StartupError } from "#server/config/startupError.ts";
import { readOwnFile, refuseForeignLink } from "#scripts/launch/files/foreignLinks.ts";
import { createOnce } from "#scripts/launch/files/newFile.ts";
import { tryProcessLock } from "#scripts/launch/processes/processLock.ts";
import { isCode } from "#scripts/tools/isCode.ts";
import type { ProcessLock } from "#scripts/launch/processes/processLock.ts";

/** The directories that the programs write to inside of it. */
const DIRECTORIES = ["database", "logs", "sandbox"];

/** Creates the data directory if it is missing. Throws a StartupError when it cannot be written, or root must not write there. */
export function prepareDataDir(dataDir: string): void {
  try {
    // As root, the database's account must be able to enter it; every secret inside has mode 0600.
    makeDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(dataDir, `.probe-${randomUUID()}`);
    writeFileSync(probe, "", { flag: "wx" });
    rmSync(probe);
  } catch (error) {
    const why = errorMessage(error);
    throw new StartupError(
      `The data directory ${dataDir} cannot be written (${why}): make it writable, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
  for (const name of DIRECTORIES) refuseForeignLink(join(dataDir, name));
}

/** Creates a directory and those around it. Node's own `recursive` never ends in a place that takes no directories, such as /proc. */
function makeDirectory(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}

/** Locks a data directory for this command, waiting a moment for a command that is just stopping. Throws a StartupError if it is in use. */
export async function lockDataDir(dataDir: string): Promise<ProcessLock> {
  for (const deadline = performance.now() + 10_000; ; await sleep(50)) {
    const { lock, owner } = tryProcessLock(join(dataDir, "launcher.lock"));
    if (lock !== undefined) return lock;
    if (performance.now() < deadline) continue;
    throw new StartupError(
      `Codedesk is already running from ${dataDir} (${owner}): stop it first, ` +
        "or set DATA_DIR and PORT to run a second one.",
    );
  }
}

/** The file in which the audit log of the embedded database is anchored: beside the database, not inside it. */
export function auditAnchorFile(dataDir: string): string {
  const file = join(dataDir, "audit-anchors.jsonl");
  refuseForeignLink(file);
  return file;
}

/** Returns a secret that is generated once and kept in a file (mode 0600). Concurrent processes get the same one. */
export function durableSecret(
  dataDir: string,
  name: string,
  generate = () => randomBytes(32).toString("base64url"),
): string {
  const path = join(dataDir, name);
  const known = readSecret(path);
  if (known !== null) return known;
  createOnce(path, `${generate()}\n`);
  const kept = readSecret(path);
  if (kept === null)
    throw new StartupError(`The secret in ${path} was removed while Codedesk started: start it again.`);
  return kept;
}

function readSecret(path: string): string | null {
  let content: string;
  try {
    content = readOwnFile(path).trim();
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    if (isStartupError(error)) throw error;
    throw new StartupError(
      `The secret in ${path} cannot be read (${errorMessage(error)}): make it readable for this account, or restore it.`,
      { cause: error },
    );
  }
  if (content === "")
    throw new StartupError(
      `The secret in ${path} is empty: restore it, or remove the file to generate a new one.`,
    );
  return content;
}
