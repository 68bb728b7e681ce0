import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "./connect.ts";

/** Waits for the lock with this name, over all instances, and keeps it until the transaction ends. */
export async function lockUntilCommit(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Takes the lock with this name until the transaction ends; false if another transaction has it. */
export async function tryLockUntilCommit(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}
