import "server-only";
import { Client } from "pg";
import { readPassword, wrongPassword } from "./password.ts";
import { isCode } from "#scripts/tools/isCode.ts";
import type { Postmaster } from "./postmaster.ts";

/** The owner of the database. */
export const USER = "codedesk";
const DATABASE = "codedesk";
/** The SQLSTATE with which a wrong password is refused. */
const INVALID_PASSWORD = "28P01";

/** The URL of the database. */
export function addressOf(dataDir: string, server: Postmaster): string {
  return address(dataDir, server, DATABASE);
}

/** Whether the server answers a statement, though it may not have the database yet. */
export function isReady(dataDir: string, server: Postmaster): Promise<boolean> {
  return answers(dataDir, server, "postgres");
}

/** Whether the server answers in the database, which its owner has then made. */
export function hasDatabase(dataDir: string, server: Postmaster): Promise<boolean> {
  return answers(dataDir, server, DATABASE);
}

/** Throws a StartupError if the server does not accept the password. */
async function answers(dataDir: string, server: Postmaster, name: string): Promise<boolean> {
  const client = new Client({
    connectionString: address(dataDir, server, name),
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    if (isCode(error, INVALID_PASSWORD)) throw wrongPassword(dataDir);
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the database, unless it is there. */
export async function createDatabase(dataDir: string, server: Postmaster): Promise<void> {
  const client = new Client({ connectionString: address(dataDir, server, "postgres") });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** With a socket, statements go through it: that takes a fifth less of the processor's time than a connection to the port. */
function address(dataDir: string, { port, socketDir }: Postmaster, name: string): string {
  const password = encodeURIComponent(readPassword(dataDir));
  const through = socketDir === null ? "" : `?host=${encodeURIComponent(socketDir)}`;
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${name}${through}`;
}
