import "server-only";
import { mkdirSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { StartupError } from "#server/config/startupError.ts";
import { isCode } from "#scripts/tools/isCode.ts";
import { giveTo } from "./home.ts";
import type { Home } from "./home.ts";

/** In bytes, with the ending ".lock" of the file beside it: macOS allows 103, Linux 107. */
const LONGEST_SOCKET_PATH = 98;
/** How the names of PostgreSQL's socket and of the lock file beside it begin. */
const SOCKET_PREFIX = ".s.PGSQL.";

/** Where PostgreSQL creates its socket. */
export function socketName(directory: string, port: number): string {
  return join(directory, `${SOCKET_PREFIX}${port}`);
}

/** A directory that only the server's account and we can enter; empty where a socket's path would be longer than systems allow. */
export function socketDirectory(home: Home, port: number): string {
  const directory = join(home.dir, "socket");
  if (Buffer.byteLength(socketName(directory, port)) > LONGEST_SOCKET_PATH) return "";
  removeSockets(directory);
  mkdirSync(directory, { mode: 0o700 });
  giveTo(directory, home.account);
  // PostgreSQL reads a list: a comma in a path would begin another one.
  return `"${directory.replaceAll('"', '""')}"`;
}

/** A server that was killed leaves its socket, which no other has the port of. Nothing else in the directory is ours to remove. */
function removeSockets(directory: string): void {
  try {
    for (const name of readdirSync(directory)) {
      if (name.startsWith(SOCKET_PREFIX)) unlinkSync(join(directory, name));
    }
    rmdirSync(directory);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw new StartupError(
      `${directory}, where the database creates its socket, cannot be made anew (${errorMessage(error)}): move away what is there, or unmount it.`,
      { cause: error },
    );
  }
}
