import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMigrated, migrate } from "#server/db/migrate.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("migrate()", () => {
  it("migrates an empty database once when three instances start together", async () => {
    await database.pool.query(
      "drop schema public cascade; drop schema drizzle cascade; create schema public",
    );
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await isMigrated(database.pool)).toBe(true);
    const { rows } = await database.pool.query<{ hash: string }>(
      "select hash from drizzle.__drizzle_migrations",
    );
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
  });

  it("waits for another instance that is migrating, and says so once, and how to find it", async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    // The lock that migrate() uses.
    await other.query("select pg_advisory_lock(2026112101)");
    let done = false;
    const told: string[] = [];
    const waiting = migrate(database.url, (line) => told.push(line)).then(() => (done = true));
    await untilBlocked(database);
    expect(done).toBe(false);
    await expect.poll(() => told.length).toBe(1);
    const [, finding = ""] = /To find it there: (.*)$/.exec(told[0] ?? "") ?? [];
    expect((await database.pool.query(finding)).rows).toHaveLength(1);
    await other.end();
    await waiting;
    expect(done).toBe(true);
    expect(told).toHaveLength(1);
  });

  it("reports a database with an older schema as not migrated", async () => {
    await database.pool.query(
      "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
    );
    expect(await isMigrated(database.pool)).toBe(false);
  });
});
