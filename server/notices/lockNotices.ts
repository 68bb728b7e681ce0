import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";

/** One instance at a time: two must not begin notices of the same kind, or send them while they grow. The number is arbitrary. */
const NOTICE_LOCK = 2_026_112_204;

/** Takes the lock for gathering and sending notices until the transaction ends. False while another instance has it. */
export async function lockNotices(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${NOTICE_LOCK}) as locked`,
  );
  return rows[0]?.locked === true;
}
