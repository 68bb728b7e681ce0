import "server-only";
import type { ExceededLimit } from "#lib/contracts/limits.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { Intent } from "./rule.ts";

/** The locks of an order's rules, in the order in which they are taken: two orders can never wait for each other. */
export function locksOf(intent: Intent): string[] {
  return intent.rules.flatMap((rule) => rule.locks(intent).map((subject) => JSON.stringify(subject)));
}

/** Waits for locks, over all instances, and keeps them until the transaction ends. */
export async function takeLocks(tx: Transaction, locks: readonly string[]): Promise<void> {
  for (const lock of locks) await lockUntilCommit(tx, lock);
}

/**
 * Decides on an order: the limit for which it has to wait, or null if it may be sent. A refusal by any rule outweighs a wait.
 * @throws AppError of the first rule that refuses it.
 */
export async function decide(tx: Database | Transaction, intent: Intent): Promise<ExceededLimit | null> {
  let reason: ExceededLimit | null = null;
  for (const rule of intent.rules) {
    const verdict = await rule.decide(tx, intent);
    if (verdict.kind === "refuse") throw verdict.problem;
    if (verdict.kind === "wait") reason ??= verdict.reason;
  }
  return reason;
}
