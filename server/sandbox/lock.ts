import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * One process on one directory. The lock names its holder, so that a holder that was killed is no trap.
 * Throws an Error of one clear sentence.
 */
export function lockDirectory(directory: string): () => void {
  const place = path.join(directory, "sandbox.lock");
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(place, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
      return () => rmSync(place, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
        throw new Error(`The data directory ${directory} cannot be written`, { cause: error });
      }
    }
    const holder = Number(readFileSync(place, "utf8"));
    if (isSandbox(holder))
      throw new Error(`Another sandbox (process ${holder}) works on ${directory}; stop it first`);
    rmSync(place, { force: true });
  }
  throw new Error(`Another sandbox is starting on ${directory}; stop it first`);
}

/** Process ids are reused: a number alone does not prove that its holder still lives. */
function isSandbox(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("sandbox");
  } catch {
    // No /proc on this platform: the process lives, so believe it.
    return process.platform !== "linux";
  }
}
