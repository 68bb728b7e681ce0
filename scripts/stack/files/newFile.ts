import { randomUUID } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { withPath } from "#scripts/tools/fileTrouble.ts";

/**
 * Creates a file that only its owner can read, completely or not at all. Never writes through a link.
 * @throws the error of Node, with the directory as its path
 */
export function createFile(path: string, content: string): void {
  // The directory is what the operator knows, and Node says of a failed write() not even the file.
  const directory = dirname(path);
  const file = withPath(directory, () => openSync(path, "wx", 0o600));
  try {
    withPath(directory, () => writeFileSync(file, content));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Does the same in place of an earlier file. Readers see one of the two, however this process ends. */
export function replaceFile(path: string, content: string): void {
  const candidate = `${path}.${randomUUID()}`;
  createFile(candidate, content);
  try {
    renameSync(candidate, path);
  } catch (error) {
    rmSync(candidate, { force: true });
    throw error;
  }
}
