import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { Client } from "pg";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { LaunchSettings } from "#server/config/env.ts";
import { readSchemaVersion } from "#server/db/migrate.ts";
import { probeMigrationRole } from "#server/db/migrationRole.ts";
import { probeDatabase } from "#server/db/probe.ts";
import { demoDataIn } from "#scripts/demo/demoMembers.ts";
import { trouble, well, type Finding } from "./finding.ts";

/** Whether the database answers, is new enough and has our schema. */
export async function examineDatabase({
  databaseUrl: url,
  migrationDatabaseUrl,
  dataDir,
}: LaunchSettings): Promise<Finding[]> {
  if (url === null) return [examineDataDir(dataDir)];
  try {
    await probeDatabase(url);
    if (migrationDatabaseUrl !== null) {
      await probeMigrationRole(migrationDatabaseUrl, decodeURIComponent(new URL(url).username));
    }
  } catch (error) {
    return [trouble(errorMessage(error))];
  }
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    const version = well(`Database: PostgreSQL ${rows[0]?.version ?? "of an unknown version"}`);
    return [version, await examineMigrations(client), ...(await examineRole(client))];
  } catch (error) {
    return [
      trouble(
        `The schema of the database cannot be read (${errorMessage(error)}): check the role of DATABASE_URL.`,
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function examineMigrations(client: Client): Promise<Finding> {
  const version = await readSchemaVersion(client);
  if (version === "older") {
    return trouble(
      "Migrations are missing in the database: npm start and npm run member apply them, with MIGRATION_DATABASE_URL if it is set.",
    );
  }
  if (version === "newer") {
    return trouble(
      "Migrations: the database has some that this version does not know: go on with the newer version of Codedesk, or restore a backup from before them.",
    );
  }
  return well("Migrations: all applied");
}

function examineDataDir(dataDir: string): Finding {
  const demoData = demoDataIn(dataDir);
  if (demoData !== null) return trouble(demoData);
  try {
    accessSync(nearestOf(dataDir), constants.R_OK | constants.W_OK | constants.X_OK);
    return well("Database: an embedded one below DATA_DIR, started by npm start");
  } catch (error) {
    return trouble(
      `The data directory ${dataDir} cannot be written (${errorMessage(error)}): make it writable, or set DATA_DIR to another directory.`,
    );
  }
}

/** The directory itself, or the one in which it will be made. */
function nearestOf(path: string): string {
  return existsSync(path) ? path : nearestOf(dirname(path));
}

/** Tells if the dashboard's own role could rewrite the audit log, as the log of each start does. */
async function examineRole(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ may: boolean | null }>(
    "select has_table_privilege(current_user, to_regclass('public.audit_records'), 'update') as may",
  );
  if (rows[0]?.may !== true) return [];
  return [
    well(
      "Database: its role can rewrite the audit log; with MIGRATION_DATABASE_URL, another one owns the tables",
    ),
  ];
}
