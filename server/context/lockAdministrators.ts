import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Locks the rows of all active administrators until the transaction ends, so that two of them cannot remove each other at the
 * same time and leave none.
 */
export function lockAdministrators(tx: Transaction) {
  return tx
    .select({ id: members.id, role: members.role })
    .from(members)
    .where(and(eq(members.role, "admin"), isNull(members.disabledAt)))
    .orderBy(asc(members.id))
    .for("no key update");
}
