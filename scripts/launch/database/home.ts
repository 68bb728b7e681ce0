import "server-only";
import { randomUUID } from "node:crypto";
import { existsSync, lchownSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { readOwnFile } from "#scripts/launch/files/foreignLinks.ts";
import { createOnce, replaceFile } from "#scripts/launch/files/newFile.ts";
import { canReach, serverAccount } from "./account.ts";
import type { Account } from "./account.ts";

/** The directory of a database cluster and of the files around it. */
export type Home = { dir: string; cluster: string; account: Account };

const POINTER = "database-home";
/** Used only by root: a directory that the unprivileged account of the server can reach. */
const SHARED_HOME = "/var/lib/codedesk";

/** In a home outside of the data directory: the data directory that it belongs to. */
const OWNER = "data-dir";

/**
 * Chooses and creates the directory of the cluster: `<dataDir>/database`. Where the server's account cannot reach `dataDir`
 * (root with a directory below /root), it is below /var/lib/codedesk instead, and `<dataDir>/database-home` says where.
 * @throws StartupError if the database of this data directory is missing, or is that of another one
 */
export function prepareHome(dataDir: string): Home {
  const pointer = join(dataDir, POINTER);
  const inside = join(dataDir, "database");
  const account = serverAccount(join(inside, "cluster"));
  if (!existsSync(pointer) && canReach(dataDir, account)) {
    makeHome(inside);
    return { dir: inside, cluster: join(inside, "cluster"), account };
  }
  if (!existsSync(pointer)) createOnce(pointer, `${makeSharedHome()}\n`);
  const dir = readPointer(pointer);
  claim(dir, dataDir);
  const cluster = join(dir, "cluster");
  return { dir, cluster, account: serverAccount(cluster) };
}

function makeSharedHome(): string {
  const shared = join(SHARED_HOME, randomUUID());
  makeHome(shared);
  return shared;
}

/** Anything else was not written by us: root would create the database there, whoever wrote it. */
function readPointer(pointer: string): string {
  const recorded = readOwnFile(pointer).trim();
  if (dirname(recorded) !== SHARED_HOME) {
    throw new StartupError(
      `${pointer} does not lead to a directory in ${SHARED_HOME}: restore the line that Codedesk wrote, or remove the file to begin with a new database.`,
    );
  }
  if (existsSync(recorded)) return recorded;
  throw new StartupError(
    `${pointer} leads to ${recorded}, which does not exist: restore it from the backup, or remove the file to begin with a new database.`,
  );
}

/** A copy of a data directory leads to the database of the original: two Codedesks would send the orders of one. */
function claim(dir: string, dataDir: string): void {
  const note = join(dir, OWNER);
  const own = realpathSync(dataDir);
  const owner = existsSync(note) ? readFileSync(note, "utf8").trim() : null;
  if (owner === own) return;
  if (owner !== null && leadsTo(owner, dir)) {
    const pointer = join(dataDir, POINTER);
    throw new StartupError(
      `${pointer} leads to the database of ${owner}, of which ${dataDir} is a copy: copy ${dir} too, to a new name in ${SHARED_HOME} ` +
        `and without its file ${OWNER}, and write that name into ${pointer}; or remove ${pointer} to begin with a new database.`,
    );
  }
  replaceFile(note, `${own}\n`);
}

function leadsTo(dataDir: string, dir: string): boolean {
  const pointer = join(dataDir, POINTER);
  return existsSync(pointer) && readFileSync(pointer, "utf8").trim() === dir;
}

function makeHome(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o711 });
}

/** Makes the server's account the owner of a new directory or file; never of what a link leads to that was put in its place. */
export function giveTo(path: string, account: Account): void {
  if (account !== null) lchownSync(path, account.uid, account.gid);
}
