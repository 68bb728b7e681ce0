import "server-only";
import { Client } from "pg";
import { StartupError } from "#server/config/startupError.ts";
import { probeDatabase } from "./probe.ts";

/**
 * Checks that the role of MIGRATION_DATABASE_URL reaches the database and is a member of the dashboard's role. It has to be: the schema
 * of the job queue is made for the dashboard's role (server/db/applicationRole.ts).
 * @throws StartupError that says what to do, without a password
 */
export async function probeMigrationRole(migrationUrl: string, applicationRole: string): Promise<void> {
  await probeDatabase(migrationUrl, "MIGRATION_DATABASE_URL");
  const client = new Client({ connectionString: migrationUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Since PostgreSQL 16, a member may lack the right to act as the role.
    const { rows } = await client.query<{ owner: string; isMember: boolean }>(
      `select current_user::text as owner, pg_has_role(oid,
         case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as "isMember"
         from pg_roles where rolname = $1`,
      [applicationRole],
    );
    const [found] = rows;
    if (found?.isMember === true) return;
    throw new StartupError(
      found === undefined
        ? `The server of MIGRATION_DATABASE_URL has no role ${applicationRole}: it must be that of DATABASE_URL.`
        : `The role of MIGRATION_DATABASE_URL is not a member of the role of DATABASE_URL: run \`grant ${applicationRole} to ${found.owner}\` ` +
            "as an administrator of the database (docs/operations.md#the-database).",
    );
  } finally {
    await client.end();
  }
}
