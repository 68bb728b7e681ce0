import "server-only";
import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import type { Transaction } from "#server/db/connect.ts";
import { AppError } from "./errors.ts";

/** What members have named, such as their saved views. */
type NamedTable = PgTable & { id: PgColumn; name: PgColumn; nameKey: PgColumn };

/**
 * Refuses a name that looks like another one of the same list. The caller holds the lock of the list.
 * @param list the rows of the list
 * @param message says that the name is taken, given as it is written there
 * @throws AppError `conflict` with the field `name`.
 */
export async function requireFreeName(
  tx: Transaction,
  table: NamedTable,
  { name, list, except, message }: FreeName,
): Promise<void> {
  const isOther = except === undefined ? undefined : ne(table.id, except);
  const [taken] = await tx
    .select({ name: sql<string>`${table.name}` })
    .from(table)
    .where(and(list, eq(table.nameKey, viewNameKey(name)), isOther));
  if (taken !== undefined) throw nameTaken(message(taken.name));
}

type FreeName = {
  name: string;
  list: SQL | undefined;
  /** The id of the row that is being renamed. */
  except?: string | undefined;
  message: (taken: string) => string;
};

export function nameTaken(message: string): AppError {
  return new AppError("conflict", message, { fields: { name: message } });
}
