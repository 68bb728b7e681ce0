import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { connect } from "#server/db/connect.ts";
import type { Connection } from "#server/db/connect.ts";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

export type TestDatabase = Connection & {
  url: string;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
};

/** Creates a migrated, empty database on the real PostgreSQL of this run. Call `drop()` in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("templateDatabaseUrl"));
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runAsAdministrator(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const connection = connect(url.href);
  // A machine on which much else runs is not a database that does not answer.
  connection.pool.options.connectionTimeoutMillis = TIME_LIMITS.wait;
  return {
    ...connection,
    url: url.href,
    drop: async () => {
      await connection.close();
      await runAsAdministrator(template, `drop database if exists ${name} with (force)`);
    },
  };
}

async function runAsAdministrator(template: URL, statement: string): Promise<void> {
  const maintenance = new URL(template);
  maintenance.pathname = "/postgres";
  const client = new Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
