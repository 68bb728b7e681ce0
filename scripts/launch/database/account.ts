import "server-only";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartupError } from "#server/config/startupError.ts";

/** The system account that the database server runs as. Null: the account of this process. */
export type Account = { name: string; uid: number; gid: number } | null;

/**
 * Chooses the account for the database server. PostgreSQL refuses to run as root; for root it is the owner of an existing
 * cluster, else `postgres` or `nobody`. No account is ever created.
 */
export function serverAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = ownerOf(cluster);
  const chosen =
    accounts.find(({ uid }) => uid === owner && uid !== 0) ??
    accounts.find(({ name }) => name === "postgres") ??
    accounts.find(({ name }) => name === "nobody");
  if (chosen === undefined) {
    throw new StartupError(
      "The embedded database cannot run as root, and this system has no account named postgres or nobody: " +
        "start Codedesk as an ordinary user, or set DATABASE_URL.",
    );
  }
  return chosen;
}

/** Whether the account may enter the directory and every directory above it. */
export function canReach(path: string, account: Account): boolean {
  if (account === null) return true;
  for (let at = realpathSync(path); ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function ownerOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.uid ?? null;
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== "" && Number.isInteger(uid) && Number.isInteger(gid));
}
