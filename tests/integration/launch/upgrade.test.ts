import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { isMigrated, migrate } from "#server/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { countMigrations, migrateAsBefore, MIGRATIONS } from "#tests/support/earlierMigrations.ts";

const columnSchema = z.object({ name: z.string(), notNull: z.boolean(), generated: z.unknown().optional() });
const snapshotSchema = z.object({
  tables: z.record(z.string(), z.object({ name: z.string(), columns: z.record(z.string(), columnSchema) })),
});
/** What the version before the newest migration knows of the schema: its program names exactly these columns. */
const number = String(countMigrations() - 2).padStart(4, "0");
const known = Object.values(
  snapshotSchema.parse(JSON.parse(readFileSync(join(MIGRATIONS, "meta", `${number}_snapshot.json`), "utf8")))
    .tables,
);

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await migrateAsBefore(client, countMigrations() - 1);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

/** The statements of the previous version, table by table: it reads and writes exactly the columns that it knows. */
function statements(): string[] {
  return known.flatMap(({ name, columns }) => {
    const all = Object.values(columns).map((column) => column.name);
    const written = Object.values(columns).filter(({ generated }) => generated === undefined);
    const names = quoted(written.map((column) => column.name));
    return [
      `select ${quoted(all)} from "${name}" limit 1`,
      `insert into "${name}" (${names}) overriding system value select ${names} from "${name}" limit 0`,
      `update "${name}" set ${written.map((column) => `"${column.name}" = "${column.name}"`).join(", ")} where false`,
    ];
  });
}

describe("an upgrade of one instance after the other", () => {
  it("lets the version before read and write while the newest migration is applied, and afterwards", async () => {
    expect(await isMigrated(database.pool)).toBe(false);
    const all = statements();
    expect(all.length).toBeGreaterThan(60);
    const progress = { migrated: false };
    const migrating = migrate(database.url).then(() => (progress.migrated = true));
    do {
      for (const statement of all) await client.query(statement);
    } while (!progress.migrated);
    await migrating;
    for (const statement of all) await client.query(statement);
    expect(await isMigrated(database.pool)).toBe(true);
  });

  it("leaves no column that the version before would have to write and does not know", async () => {
    const { rows } = await client.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and is_nullable = 'NO' and column_default is null
         and is_identity = 'NO' and is_generated = 'NEVER'`,
    );
    const tables = new Map(known.map(({ name, columns }) => [name, new Set(Object.keys(columns))]));
    const unknown = rows.filter(
      ({ table_name, column_name }) => tables.get(table_name)?.has(column_name) === false,
    );
    expect(unknown).toEqual([]);
  });
});
