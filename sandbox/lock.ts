import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQLite's code for "locked by another process". */
const SQLITE_BUSY = 5;

/**
 * Ensures that only one process uses a directory. The lock is the operating system's, taken through SQLite because Node has no
 * call for it: it ends with its process, however that ended, so no lock is left behind. Throws an Error with one clear sentence.
 */
export function lockDirectory(directory: string): () => void {
  const note = path.join(directory, "sandbox.pid");
  let lock: DatabaseSync | undefined;
  try {
    const file = path.join(directory, "sandbox.lock.sqlite");
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error("it is a link");
    lock = new DatabaseSync(file);
    // Written once, so that a directory without write access is noticed here.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
    // Made anew, because writing would follow a link that another account has put there.
    rmSync(note, { force: true });
    writeFileSync(note, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    lock?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) {
      throw new Error(`Another sandbox${holder(note)} works on ${directory}; stop it first`, {
        cause: error,
      });
    }
    throw new Error(`The data directory ${directory} cannot be written`, { cause: error });
  }
  const acquired = lock;
  return () => acquired.close();
}

/** The process that holds the lock, for the message only. */
function holder(note: string): string {
  try {
    return ` (process ${readFileSync(note, "utf8").trim()})`;
  } catch {
    return "";
  }
}
