import "server-only";
import { Client } from "pg";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { StartupError } from "#server/config/startupError.ts";

const OLDEST_VERSION = 15;

/**
 * Checks that the database answers and is new enough. `variable`: the one that the URL is from.
 * @throws StartupError that names the database without its password
 */
export async function probeDatabase(
  url: string,
  variable: "DATABASE_URL" | "MIGRATION_DATABASE_URL" = "DATABASE_URL",
): Promise<void> {
  const { host, pathname } = new URL(url);
  const name = `${host}${pathname}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => undefined);
  let version: number;
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    version = Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (error) {
    throw new StartupError(
      `The database ${name} does not answer (${reason(error)}): check ${variable} and the server behind it.`,
      { cause: error },
    );
  } finally {
    // Not awaited: a server that did not answer before does not answer now.
    client.end().catch(() => undefined);
  }
  if (version < OLDEST_VERSION) {
    throw new StartupError(
      `The database ${name} is PostgreSQL ${version}; Codedesk needs ${OLDEST_VERSION} or newer.`,
    );
  }
}

function reason(error: unknown): string {
  // One name with several addresses, all of which refused.
  return errorMessage(error instanceof AggregateError ? error.errors[0] : error);
}
