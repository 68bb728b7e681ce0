import type { LaunchSettings } from "#server/config/env.ts";
import { grantToApplication } from "#server/db/applicationRole.ts";
import { migrate } from "#server/db/migrate.ts";
import { probeMigrationRole } from "#server/db/migrationRole.ts";
import { probeDatabase } from "#server/db/probe.ts";

/** Where the database is: a configured one, or the embedded one of the data directory. */
export type DatabasePlace = Pick<LaunchSettings, "dataDir" | "databaseUrl" | "migrationDatabaseUrl">;

/**
 * Checks that the configured database answers. If a role for migrations is configured, migrates with it, and gives the role of the
 * dashboard, which never learns of the other one, what it needs.
 * @throws StartupError that says what to change
 */
export async function prepareConfiguredDatabase(
  databaseUrl: string,
  migrationDatabaseUrl: string | null,
): Promise<void> {
  await probeDatabase(databaseUrl);
  if (migrationDatabaseUrl === null) return;
  const role = decodeURIComponent(new URL(databaseUrl).username);
  await probeMigrationRole(migrationDatabaseUrl, role);
  await migrate(migrationDatabaseUrl);
  await grantToApplication(migrationDatabaseUrl, { role });
}
