import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Locks the rows of all active administrators until the transaction ends, so that two of them cannot remove each other at the
 * same time and leave none. Returns those who can sign in: a service with that role manages no team.
 */
export async function lockAdministrators(tx: Transaction): Promise<{ id: string }[]> {
  const locked = await tx
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(and(eq(members.role, "admin"), isNull(members.disabledAt)))
    .orderBy(asc(members.id))
    .for("no key update");
  return locked.filter(({ email }) => !isServiceAddress(email));
}
