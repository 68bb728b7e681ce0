import "server-only";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "#server/db/connect.ts";
import { auditArchive, auditRecords } from "#server/db/schema/audit.ts";

/** Every audit record, archived or not: readers need not know where a record is kept. Both tables take their ids from one sequence. */
export function allAuditRecords(db: Database) {
  return unionAll(selectFrom(db, auditRecords), selectFrom(db, auditArchive));
}

function selectFrom(db: Database, table: typeof auditRecords | typeof auditArchive) {
  const { id, at, environment, actorId, action, orderRow, memberId, fromState, toState, details, token } =
    table;
  return db
    .select({ id, at, environment, actorId, action, orderRow, memberId, fromState, toState, details, token })
    .from(table);
}
