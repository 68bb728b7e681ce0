import "server-only";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import type { Pool } from "pg";
import { z } from "zod";
import { SECOND } from "#lib/time/instant.ts";
import { StartupError } from "#server/config/startupError.ts";

/** Advisory lock, so that of several instances that start together only one applies a migration. The number is arbitrary. */
const MIGRATION_LOCK = 2_026_112_101;
/** Instances that start together wait for each other for less. */
const QUIET_MS = SECOND;

const journalSchema = z.object({ entries: z.array(z.object({ when: z.int() })).min(1) });

/**
 * Migrates the database to the schema of this version. Several instances may call it at once. If there is nothing to do, a role
 * without the right to change the schema is enough (server/db/applicationRole.ts).
 * @param tell is told, once, what a migration waits for; default stderr.
 * @throws StartupError if there is something to do and the role has not that right
 */
export async function migrate(
  url: string,
  tell: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // A separate connection, because those of the pool have time limits; closing it releases the lock.
    await lock(client, () => tell(waitingFor(url)));
    if (await isMigrated(client)) return;
    await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() });
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    const { username, host, pathname } = new URL(url);
    throw new StartupError(
      `The database ${host}${pathname} must be migrated, and its role ${decodeURIComponent(username)} may not change the schema: ` +
        "set MIGRATION_DATABASE_URL to the same database with the role that owns it (docs/operations.md#the-database).",
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function lock(client: Client, isLate: () => void): Promise<void> {
  const timer = setTimeout(isLate, QUIET_MS);
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  } finally {
    clearTimeout(timer);
  }
}

function waitingFor(url: string): string {
  const { host, pathname } = new URL(url);
  return (
    `Waiting for another instance that migrates the database ${host}${pathname}. To find it there: ` +
    `select * from pg_stat_activity where pid in (select pid from pg_locks where objid = ${MIGRATION_LOCK} and granted);`
  );
}

/** SQLSTATE insufficient_privilege, which Drizzle wraps. */
function isPermissionDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "42501") || isPermissionDenied(error.cause);
}

/** Whether the database has the schema of this version or a later one. Throws if the database does not answer. */
export async function isMigrated(database: Pick<Pool | Client, "query">): Promise<boolean> {
  return (await readSchemaVersion(database)) !== "older";
}

/** The schema of the database, compared with that of this version; "newer" if a later version has used the database. */
export async function readSchemaVersion(
  database: Pick<Pool | Client, "query">,
): Promise<"older" | "same" | "newer"> {
  const applied = await latestApplied(database);
  const known = latestKnown();
  if (applied === known) return "same";
  return applied < known ? "older" : "newer";
}

function latestKnown(): number {
  const { entries } = journalSchema.parse(
    JSON.parse(readFileSync(path.join(migrationsFolder(), "meta", "_journal.json"), "utf8")),
  );
  return Math.max(...entries.map(({ when }) => when));
}

/** When the latest applied migration was made; 0 if there is none. */
async function latestApplied(database: Pick<Pool | Client, "query">): Promise<number> {
  const known = await database.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (known.rows[0]?.exists !== true) return 0;
  const applied = await database.query<{ latest: string | null }>(
    "select max(created_at)::text as latest from drizzle.__drizzle_migrations",
  );
  return Number(applied.rows[0]?.latest ?? 0);
}

/** The folder with the migrations: the same path in the sources and in a build (scripts/build/build.ts). */
function migrationsFolder(): string {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "server", "db", "migrations");
  if (!existsSync(folder)) throw new Error(`The migrations are missing: ${folder}`);
  return folder;
}
