import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import type { TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("createTestDatabase()", () => {
  it("gives every test file a migrated, empty database of its own", async () => {
    const { rows } = await database.db.execute<{ n: number }>(sql`select count(*)::int as n from orders`);
    expect(rows).toEqual([{ n: 0 }]);
    const other = await createTestDatabase();
    await other.pool.query("drop table orders cascade");
    await other.drop();
    await database.pool.query("select 1 from orders");
  });
});
