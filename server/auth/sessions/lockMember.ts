import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Locks the member's row until the transaction ends. Any change to a member's sessions or second factors locks it before other
 * rows of theirs, so that two changes cannot deadlock, and a session is opened either before a change or after it.
 */
export async function lockMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for("no key update");
}
