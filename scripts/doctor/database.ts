import { Client } from "pg";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { LaunchSettings } from "#server/config/env.ts";
import { isMigrated } from "#server/db/migrate.ts";
import { probeMigrationRole } from "#server/db/migrationRole.ts";
import { probeDatabase } from "#server/db/probe.ts";
import { demoDataIn } from "#scripts/stack/demoMembers.ts";
import { trouble, well, type Finding } from "./finding.ts";

/** Whether the database answers, is new enough and has our schema. */
export async function examineDatabase({
  databaseUrl: url,
  migrationDatabaseUrl,
  dataDir,
}: LaunchSettings): Promise<Finding[]> {
  if (url === null) {
    const demoData = demoDataIn(dataDir);
    return [
      demoData === null
        ? well("Database: an embedded one below DATA_DIR, started by npm start")
        : trouble(demoData),
    ];
  }
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
    const migrations = (await isMigrated(client))
      ? well("Migrations: all applied")
      : trouble(
          "Migrations are missing in the database: npm start and npm run member apply them, with MIGRATION_DATABASE_URL if it is set.",
        );
    return [version, migrations];
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
