import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Holds the member's row until the transaction ends. Whoever changes sessions or second factors of a member takes it before any other
 * row of theirs: two who want the same rows then wait for each other in one order, and a session is opened before a change or after it.
 */
export async function lockMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for("no key update");
}
