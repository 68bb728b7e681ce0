import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Connection } from "#server/db/connect.ts";
import { executePlanned, type Composed } from "#server/db/executePlanned.ts";
import { inTransaction } from "#server/db/inTransaction.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
/** A single connection, so that its plans are those of all these tests. */
let single: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  single = connect(database.url, 1);
  await single.db.execute(sql`create table notes (id int primary key, text text)`);
});
afterAll(async () => {
  await single.close();
  await database.drop();
});

const value = sql.placeholder;
const insert = (id: number, text: string): Composed => ({
  purpose: "write a note",
  shape: "",
  build: () => [
    sql`insert into notes values (${value("id")}, ${value("text")}) on conflict do nothing returning id`,
  ],
  values: { id, text },
});
const planned = async () =>
  (await single.db.execute(sql`select statement from pg_prepared_statements where name like 'planned_%'`))
    .rows;

describe("a statement that is put together each time", () => {
  it("is planned once by a connection, and writes the values of each time", async () => {
    expect(await executePlanned(single.db, insert(1, "one"))).toBe(true);
    expect(await executePlanned(single.db, insert(1, "again"))).toBe(false);
    await single.db.transaction(async (tx) => {
      expect(await executePlanned(tx, insert(2, "two"))).toBe(true);
    });
    expect(await planned()).toHaveLength(1);
    const { rows } = await single.db.execute(sql`select text from notes order by id`);
    expect(rows).toEqual([{ text: "one" }, { text: "two" }]);
  });

  it("is built once for a connection, whatever transactions use it, and belongs to each of them", async () => {
    let built = 0;
    const { build, ...rest } = insert(10, "ten");
    const counted: Composed = {
      ...rest,
      shape: "counted",
      build: () => {
        built += 1;
        return build();
      },
    };
    const undone = inTransaction(single.db, async (tx) => {
      expect(await executePlanned(tx, counted)).toBe(true);
      throw new Error("undo it");
    });
    await expect(undone).rejects.toThrow("undo it");
    expect(await inTransaction(single.db, (tx) => executePlanned(tx, counted))).toBe(true);
    expect(built).toBe(1);
  });

  it("names no value in its error", async () => {
    const refused = executePlanned(single.db, {
      purpose: "write a note anyhow",
      shape: "",
      build: () => [sql`insert into notes values (${value("id")}, ${value("text")}) returning id`],
      values: { id: 1, text: "a secret" },
    });
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify([error, String(error)])).not.toContain("a secret");
  });

  it("is the same for more texts than are kept", async () => {
    for (let id = 100; id < 300; id += 1) {
      const statement: Composed = {
        purpose: "write a note",
        shape: `note ${id}`,
        build: () => [sql`insert into notes values (${sql.raw(String(id))}, ${value("text")}) returning id`],
        values: { text: `note ${id}` },
      };
      expect(await executePlanned(single.db, statement)).toBe(true);
    }
    expect((await planned()).length).toBeLessThan(100);
  });
});
