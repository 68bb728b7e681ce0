import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { z } from "zod";

export const MIGRATIONS = join("server", "db", "migrations");
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ idx: z.int(), tag: z.string() })) });

/** How many migrations there are. */
export function countMigrations(): number {
  return readJournal().entries.length;
}

/** Empties a database and applies the first `count` migrations: the schema as an earlier version left it. */
export async function migrateAsBefore(client: Client, count: number): Promise<void> {
  await client.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  try {
    cpSync(MIGRATIONS, folder, { recursive: true });
    const journal = readJournal();
    const entries = journal.entries.slice(0, count);
    writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readJournal() {
  return journalSchema.parse(JSON.parse(readFileSync(join(MIGRATIONS, "meta", "_journal.json"), "utf8")));
}
