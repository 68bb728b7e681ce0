import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";

/** The secret as it is, and every way in which a program might have written it down. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hashes = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(secret).digest("hex"));
  const base64 = [0, 1, 2].map((shift) =>
    // Inside a longer text its letters depend on where it begins; the first and the last ones on what is around it.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...hashes, ...base64];
}

function isIn(text: string, forms: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return forms.some((form) => text.includes(form) || lower.includes(form.toLowerCase()));
}

/** The names of tables that hold one of the secrets, in any form. */
export async function tablesWith(db: Database, secrets: readonly string[]): Promise<string[]> {
  const forms = secrets.flatMap(formsOf);
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(
    sql`select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql.raw(`select t::text as row from "${schema}"."${name}" t`),
    );
    if (rows.some(({ row }) => isIn(row, forms))) found.push(name);
  }
  return found;
}

export function isLogged(lines: readonly string[], secrets: readonly string[]): boolean {
  return isIn(lines.join(""), secrets.flatMap(formsOf));
}

const LARGEST = 16 * 1024 * 1024;

/** Files in the directory for temporary files, written since then, that hold one of the secrets. */
export function temporaryFilesWith(secrets: readonly string[], since: number): string[] {
  const forms = secrets.flatMap(formsOf);
  return filesIn(tmpdir(), 2).filter((path) => {
    try {
      const { mtimeMs, size } = statSync(path);
      return mtimeMs >= since && size <= LARGEST && isIn(readFileSync(path, "latin1"), forms);
    } catch {
      // Gone meanwhile: other programs use the directory too.
      return false;
    }
  });
}

function filesIn(directory: string, depth: number): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return depth > 1 ? filesIn(path, depth - 1) : [];
      return entry.isFile() ? [path] : [];
    });
  } catch {
    return [];
  }
}
