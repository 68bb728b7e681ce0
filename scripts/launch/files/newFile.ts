import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchownSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { withPath } from "#scripts/tools/fileTrouble.ts";
import { isCode } from "#scripts/tools/isCode.ts";

/** Whose file it becomes. Null: that of this process's account. */
type Owner = { uid: number; gid: number } | null;

/**
 * Creates a file that only its owner can read, completely or not at all. Never writes through a link.
 * @throws the error of Node, with the directory as its path
 */
export function createFile(path: string, content: string, owner: Owner = null): void {
  // The directory is what the operator knows, and Node says of a failed write() not even the file.
  const directory = dirname(path);
  const file = withPath(directory, () => openSync(path, "wx", 0o600));
  try {
    withPath(directory, () => writeFileSync(file, content));
    if (owner !== null) fchownSync(file, owner.uid, owner.gid);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Does the same unless there is a file: processes that do it at once get that of one of them. */
export function createOnce(path: string, content: string): void {
  const candidate = `${path}.${randomUUID()}`;
  createFile(candidate, content);
  try {
    linkSync(candidate, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(candidate, { force: true });
  }
}

/** Does the same in place of an earlier file. Readers see one of the two, however this process ends. */
export function replaceFile(path: string, content: string, owner: Owner = null): void {
  const candidate = `${path}.${randomUUID()}`;
  createFile(candidate, content, owner);
  try {
    renameSync(candidate, path);
  } catch (error) {
    rmSync(candidate, { force: true });
    throw error;
  }
}

/**
 * Begins a log anew and returns its file. The earlier one is removed and not truncated: it may be a link. Each write appends, so
 * that it does not overwrite what others have added.
 */
export function startLog(path: string): number {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o600);
}
