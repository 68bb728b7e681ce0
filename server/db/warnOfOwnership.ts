import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "./connect.ts";

/** Warns if the dashboard's own role could rewrite the audit log, because it owns the table or is a superuser. */
export async function warnOfOwnership(program: {
  db: Database;
  log: { warn(fields: Record<string, unknown>, message: string): void };
}): Promise<void> {
  const { rows } = await program.db.execute<{ role: string; may: boolean }>(
    sql`select current_user::text as role, has_table_privilege(current_user, 'public.audit_records', 'update') as may`,
  );
  const [row] = rows;
  if (row?.may !== true) return;
  program.log.warn(
    { role: row.role },
    "The database role of the dashboard can change and delete audit records. Set MIGRATION_DATABASE_URL to the owner of the tables, and DATABASE_URL to another role.",
  );
}
