import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "./connect.ts";

/** Waits for the locks with these names, one after the other, over all instances, and keeps them until the transaction ends. */
export async function lockUntilCommit(tx: Transaction, ...names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${sql.param(names)}::text[]) with ordinality as each(name, place) order by place`);
}

/** Takes the lock with this name until the transaction ends; false if another transaction has it. */
export async function tryLockUntilCommit(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}
