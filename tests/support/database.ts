import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { connect } from "#server/db/connect.ts";
import type { Connection } from "#server/db/connect.ts";

export type TestDatabase = Connection & {
  url: string;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
};

/** A fresh, migrated, empty database of one's own on the run's real PostgreSQL. Call `drop()` in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("templateDatabaseUrl"));
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const own = new URL(template);
  own.pathname = `/${name}`;
  const connection = connect(own.href);
  return {
    ...connection,
    url: own.href,
    drop: async () => {
      await connection.close();
      await administer(template, `drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(template: URL, statement: string): Promise<void> {
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
