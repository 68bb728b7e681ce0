import "server-only";
import type { ExceededLimit } from "#lib/contracts/team/limits.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { RuleOn } from "./rule.ts";

/** Whether an order can be decided on without a transaction. */
export function needsNoLock<Subject>(rules: readonly RuleOn<Subject>[], subject: Subject): boolean {
  return rules.every((rule) => rule.locks(subject).length === 0);
}

/**
 * Waits for the locks of all rules, over all instances, and keeps them until the transaction ends. They are taken in the order of the
 * rules, so two orders can never wait for each other.
 */
export async function takeLocks<Subject>(
  tx: Transaction,
  rules: readonly RuleOn<Subject>[],
  subject: Subject,
): Promise<void> {
  const locks = rules.flatMap((rule) => rule.locks(subject));
  await lockUntilCommit(tx, ...locks.map((lock) => JSON.stringify(lock)));
}

/**
 * Decides on an order: the limit for which it has to wait, or null if it may be sent. A refusal by any rule outweighs a wait.
 * @throws AppError of the first rule that refuses it.
 */
export async function decide<Subject>(
  tx: Database | Transaction,
  rules: readonly RuleOn<Subject>[],
  subject: Subject,
): Promise<ExceededLimit | null> {
  let reason: ExceededLimit | null = null;
  for (const rule of rules) {
    const verdict = await rule.decide(tx, subject);
    if (verdict.kind === "refuse") throw verdict.problem;
    // A budget comes before a limit, because it may say who decides.
    if (verdict.kind === "wait" && (reason === null || verdict.reason.budgetId !== undefined))
      reason = verdict.reason;
  }
  return reason;
}
