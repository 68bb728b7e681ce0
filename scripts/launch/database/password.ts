import "server-only";
import { join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { readOwnFile } from "#scripts/launch/files/foreignLinks.ts";
import { isCode } from "#scripts/tools/isCode.ts";

/** Where the password of the database's owner is kept. It is made with the cluster, and is of use for no other. */
export function passwordFile(dataDir: string): string {
  return join(dataDir, "database-password");
}

/**
 * Reads the password of the database's owner.
 * @throws StartupError if it is lost
 */
export function readPassword(dataDir: string): string {
  const path = passwordFile(dataDir);
  try {
    const password = readOwnFile(path).trim();
    if (password !== "") return password;
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  throw new StartupError(
    `${path}, the password of the embedded database, is missing or empty: restore it from the backup that the database is from.`,
  );
}

/** The file is of another database than the cluster. */
export function wrongPassword(dataDir: string): StartupError {
  return new StartupError(
    `The embedded database does not accept the password in ${passwordFile(dataDir)}: restore that file and the database from the same backup.`,
  );
}
