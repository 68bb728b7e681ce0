import "server-only";
import { randomUUID } from "node:crypto";
import { existsSync, lchownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  const recorded = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : null;
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

function makeHome(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o711 });
}

/** Makes the server's account the owner of a new directory or file; never of what a link leads to that was put in its place. */
export function giveTo(path: string, account: Account): void {
  if (account !== null) lchownSync(path, account.uid, account.gid);
}
