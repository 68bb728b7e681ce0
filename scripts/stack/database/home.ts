import "server-only";
import { randomUUID } from "node:crypto";
import { existsSync, lchownSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { readOwnFile } from "#scripts/stack/files/foreignLinks.ts";
import { createFile } from "#scripts/stack/files/newFile.ts";
import { canReach, serverAccount } from "./account.ts";
import type { Account } from "./account.ts";

/** The directory of a database cluster and of the files around it. */
export type Home = { dir: string; cluster: string; account: Account };

/** Used only by root: a directory that the unprivileged account of the server can reach. */
const SHARED_HOME = "/var/lib/codedesk";

/**
 * Chooses and creates the directory of the cluster: `<dataDir>/database`. Where the server's account cannot reach `dataDir`
 * (root with a directory below /root), it is below /var/lib/codedesk instead, and `<dataDir>/database-home` says where.
 */
export function prepareHome(dataDir: string): Home {
  const pointer = join(dataDir, "database-home");
  const inside = join(dataDir, "database");
  const recorded = existsSync(pointer) ? readPointer(pointer) : null;
  const dir = recorded ?? inside;
  const account = serverAccount(join(dir, "cluster"));
  if (recorded === null && !canReach(dataDir, account)) {
    const shared = join(SHARED_HOME, randomUUID());
    makeHome(shared);
    createFile(pointer, `${shared}\n`);
    return { dir: shared, cluster: join(shared, "cluster"), account };
  }
  makeHome(dir);
  return { dir, cluster: join(dir, "cluster"), account };
}

/** Anything else was not written by us: root would create the database there, whoever wrote it. */
function readPointer(pointer: string): string {
  const recorded = readOwnFile(pointer).trim();
  if (dirname(recorded) === SHARED_HOME) return recorded;
  throw new StartupError(
    `${pointer} does not lead to a directory in ${SHARED_HOME}: restore the line that Codedesk wrote, or remove the file to begin with a new database.`,
  );
}

function makeHome(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o711 });
}

/** Makes the server's account the owner of a new directory or file; never of what a link leads to that was put in its place. */
export function giveTo(path: string, account: Account): void {
  if (account !== null) lchownSync(path, account.uid, account.gid);
}
