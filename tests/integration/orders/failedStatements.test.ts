import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Connection, type Database, type Transaction } from "#server/db/connect.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, 2);
  await connection.db.execute(sql`create table secrets (id int primary key, text text unique)`);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const SECRET = "JBSWY3DPEHPK3PXP";
const FAILURES = {
  "writes what is there already": (db: Database | Transaction) =>
    db.execute(sql`insert into secrets values (1, ${SECRET}), (2, ${SECRET})`),
  "compares with what is no number": (db: Database | Transaction) =>
    db.execute(sql`select 1 from secrets where id = ${SECRET}`),
};

/** All that a log could write of an error, whatever it looks at. */
async function told(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return inspect(error, { depth: null, showHidden: true });
}

describe("the error of a statement", () => {
  it.each(Object.entries(FAILURES))("that %s names no value, and its SQL", async (_, fail) => {
    const ways = [() => fail(connection.db), () => connection.db.transaction((tx) => fail(tx))];
    for (const failing of ways) {
      const text = await told(failing());
      expect(text).not.toContain(SECRET);
      expect(text).toMatch(/insert into secrets|from secrets/);
    }
  });

  it("leaves the values of a statement that is prepared for the next time", async () => {
    const prepared = connection.db
      .select({ text: sql<string>`${SECRET}::text` })
      .from(sql`(select 1) as one`)
      .where(sql`1 = ${sql.placeholder("divisor")}::int`)
      .prepare("");
    await told(prepared.execute({ divisor: SECRET }));
    expect(await prepared.execute({ divisor: 1 })).toEqual([{ text: SECRET }]);
  });
});
