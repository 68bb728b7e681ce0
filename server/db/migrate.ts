import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

/** Any number, always the same: three instances starting at once must not apply a migration three times (STACK). */
const MIGRATION_LOCK = 2_026_112_101;

/** Brings the database to this version's schema. Safe to run from several instances at once. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end();
  }
}

/** Beside the sources, and at the same place in the standalone build (next.config.mjs, outputFileTracingIncludes). */
function migrationsFolder(): string {
  const folder = path.join(process.cwd(), "server", "db", "migrations");
  if (!existsSync(folder)) throw new Error(`The migrations are missing: ${folder}`);
  return folder;
}
