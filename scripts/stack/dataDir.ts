import { randomBytes, randomUUID } from "node:crypto";
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "#server/config/startupError.ts";
import { isCode, tryProcessLock } from "#scripts/stack/processes/processLock.ts";
import type { ProcessLock } from "#scripts/stack/processes/processLock.ts";

/** Makes the data directory, or says in one sentence why it cannot be used. */
export function prepareDataDir(dataDir: string): void {
  try {
    // As root, the database's account passes through it; every secret inside has mode 0600 of its own.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(dataDir, `.probe-${randomUUID()}`);
    writeFileSync(probe, "", { flag: "wx" });
    rmSync(probe);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The data directory ${dataDir} cannot be written (${why}): make it writable, or set DATA_DIR to another one.`,
      { cause: error },
    );
  }
}

/** One launcher at a time for each data directory; one that is just stopping is waited for. */
export async function holdDataDir(dataDir: string): Promise<ProcessLock> {
  for (const deadline = performance.now() + 4_000; ; await sleep(50)) {
    const { held, holder } = tryProcessLock(join(dataDir, "launcher.lock"));
    if (held !== undefined) return held;
    if (performance.now() < deadline) continue;
    throw new StartupError(
      `Codedesk already runs from ${dataDir} (process ${holder}): stop that one first, ` +
        "or set DATA_DIR and PORT to run a second one beside it.",
    );
  }
}

/** A secret that is made once and kept, mode 0600. Whoever comes second reads what the first has made. */
export function durableSecret(
  dataDir: string,
  name: string,
  make = () => randomBytes(32).toString("base64url"),
): string {
  const path = join(dataDir, name);
  const candidate = `${path}.${randomUUID()}`;
  const known = readSecret(path);
  if (known !== null) return known;
  writeFileSync(candidate, `${make()}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(candidate, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(candidate, { force: true });
  }
  const kept = readSecret(path);
  if (kept === null) throw new StartupError(`The secret in ${path} is gone: start again.`);
  return kept;
}

function readSecret(path: string): string | null {
  let content: string;
  try {
    content = readFileSync(path, "utf8").trim();
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw new StartupError(`The secret in ${path} cannot be read (${String(error)}).`, { cause: error });
  }
  if (content === "")
    throw new StartupError(`The secret in ${path} is empty: put it back, or remove the file.`);
  return content;
}
