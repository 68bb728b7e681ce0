import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { restockRules } from "#server/db/schema/restock.ts";

export type RuleRow = typeof restockRules.$inferSelect;

/** What a rule says, as the audit log records it. */
export function termsOf({
  mode,
  keep,
  refillTo,
  multiple,
  amount,
  highestPrice,
  mostPerDay,
  paused,
  viewName,
  viewQuery,
  currency,
}: RuleRow) {
  const terms = { mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, paused };
  return viewQuery === null ? terms : { ...terms, view: viewName, shows: viewQuery, currency };
}

/** Whether a rule may do what its mode says: one that orders needs a second member's consent to what it says now. */
export function isApproved({
  mode,
  version,
  approvedVersion,
}: Pick<RuleRow, "mode" | "version" | "approvedVersion">): boolean {
  return mode !== "order" || approvedVersion === version;
}

/**
 * Reads a rule of the environment, and locks it until the transaction ends.
 * @throws AppError `not-found`; `conflict` if it is no longer in this version.
 */
export async function lockRule(
  tx: Transaction,
  { environment }: MemberRequest,
  ruleId: string,
  version: number | null,
): Promise<RuleRow> {
  const [row] = await tx.select().from(restockRules).where(isInUse(environment, ruleId)).for("update");
  if (row === undefined) throw notFound();
  if (version !== null && row.version !== version)
    throw new AppError("conflict", "Somebody has changed this rule meanwhile. Reload the page.");
  return row;
}

/**
 * Reads a rule of the environment.
 * @throws AppError `not-found`.
 */
export async function readRule({ db, environment }: MemberRequest, ruleId: string): Promise<RuleRow> {
  const [row] = await db.select().from(restockRules).where(isInUse(environment, ruleId));
  if (row === undefined) throw notFound();
  return row;
}

function isInUse(environment: Environment, ruleId: string) {
  return and(
    eq(restockRules.id, ruleId),
    eq(restockRules.environment, environment),
    isNull(restockRules.deletedAt),
  );
}

function notFound(): AppError {
  return new AppError("not-found", "This restock rule no longer exists. Reload the page.");
}
