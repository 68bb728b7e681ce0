import "server-only";
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { canReach, serverAccount } from "./account.ts";
import type { Account } from "./account.ts";

/** Where a cluster and what belongs to it live. */
export type Home = { dir: string; cluster: string; account: Account };

/** Only root ever needs it: a place that the unprivileged account of the server can reach. */
const SHARED_HOME = "/var/lib/codedesk";

/**
 * The cluster lives in `<dataDir>/database`. Where root keeps `dataDir` somewhere the server's account cannot
 * reach (below /root), it lives below /var/lib/codedesk instead, and `<dataDir>/database-home` says where.
 */
export function prepareHome(dataDir: string): Home {
  const pointer = join(dataDir, "database-home");
  const inside = join(dataDir, "database");
  const known = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : null;
  const dir = known ?? inside;
  const account = serverAccount(join(dir, "cluster"));
  if (known === null && !canReach(dataDir, account)) {
    const elsewhere = join(SHARED_HOME, randomUUID());
    makeHome(elsewhere);
    writeFileSync(pointer, `${elsewhere}\n`);
    return { dir: elsewhere, cluster: join(elsewhere, "cluster"), account };
  }
  makeHome(dir);
  return { dir, cluster: join(dir, "cluster"), account };
}

function makeHome(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new StartupError(`The database's directory ${dir} cannot be made: ${String(error)}.`, {
      cause: error,
    });
  }
}

/** Gives a fresh directory or file to the server's account. */
export function handOver(path: string, account: Account): void {
  if (account !== null) chownSync(path, account.uid, account.gid);
}
