import { Client } from "pg";
import { z } from "zod";

/** The rows of every table at one moment, as JSON text, and the positions of the sequences. */
export type Backup = {
  tables: { name: string; columns: string; rows: string }[];
  sequences: { name: string; value: string }[];
};

const tableSchema = z.array(z.object({ name: z.string(), columns: z.string() }));
const sequenceSchema = z.array(z.object({ name: z.string(), value: z.string() }));
const rowsSchema = z.tuple([z.object({ rows: z.string() })]);

/** Stored columns only: generated columns are recomputed. */
const TABLES = `
  select format('%I.%I', table_schema, table_name) as name,
    string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
  group by table_schema, table_name`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
  from pg_sequences where schemaname = 'public' and last_value is not null`;

/**
 * Takes a backup of the data like `pg_dump --data-only`: all tables in one snapshot. (The embedded PostgreSQL comes without
 * pg_dump, and one of another version refuses it.)
 */
export function takeBackup(url: string): Promise<Backup> {
  return using(url, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const tables: Backup["tables"] = [];
    for (const table of tableSchema.parse((await client.query(TABLES)).rows)) {
      const found = await client.query(
        `select coalesce(json_agg(t), '[]')::text as rows from (select ${table.columns} from ${table.name}) t`,
      );
      tables.push({ ...table, rows: rowsSchema.parse(found.rows)[0].rows });
    }
    const sequences = sequenceSchema.parse((await client.query(SEQUENCES)).rows);
    await client.query("commit");
    return { tables, sequences };
  });
}

/** Restores it into a migrated, empty database as `pg_restore --disable-triggers` does. */
export async function restoreBackup(url: string, { tables, sequences }: Backup): Promise<void> {
  await using(url, async (client) => {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    for (const { name, columns, rows } of tables) {
      await client.query(`delete from ${name}`);
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
        [rows],
      );
    }
    for (const { name, value } of sequences)
      await client.query("select setval($1::regclass, $2)", [name, value]);
    await client.query("commit");
  });
}

async function using<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
