import "server-only";
import { and, count, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import {
  MOST_RULES,
  MOST_VIEW_RULES,
  type changeRuleRequestSchema,
  type makeRuleRequestSchema,
  type RestockRules,
} from "#lib/contracts/restock/restockRules.ts";
import { isWidened } from "#lib/restock/refill.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { Transaction } from "#server/db/connect.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import { listRules } from "./listRules.ts";
import { newRule, requireAmount, viewOf } from "./newRule.ts";
import { lockRule, termsOf, type RuleRow } from "./ruleRows.ts";

/**
 * Makes a restock rule of the member's own, for a product that has none in this environment, or for a saved view that they see. One that
 * orders does nothing before a second member has consented.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation`, `conflict`.
 */
export async function makeRule(
  request: MemberRequest,
  input: z.output<typeof makeRuleRequestSchema>,
): Promise<RestockRules> {
  requireRights(request, input.mode);
  if (input.mode === "order") await requireRecentSignIn(request);
  const values = await newRule(request, input);
  await request.db.transaction(async (tx) => {
    await requireRoom(tx, request, values);
    const [made] = await tx.insert(restockRules).values(values).onConflictDoNothing().returning();
    if (made === undefined)
      throw new AppError("conflict", "There is a restock rule for this already. Change that one.");
    await record(tx, request, "restock-rule.made", made, { after: termsOf(made) });
  });
  return listRules(request);
}

/**
 * Changes what a rule says, or pauses it. Its owner stays who made it: only they and administrators of the team change it. A rule that orders, and
 * may do more than before, needs a second member's consent again.
 * @throws AppError as `makeRule`; `not-found`.
 */
export async function changeRule(
  request: MemberRequest,
  {
    ruleId,
    version,
    takesViewAsSaved,
    ...terms
  }: z.output<typeof changeRuleRequestSchema> & { ruleId: string },
): Promise<RestockRules> {
  requireRights(request, terms.mode);
  if (terms.mode === "order") await requireRecentSignIn(request);
  const { actor, clock } = request;
  await request.db.transaction(async (tx) => {
    const row = await lockRule(tx, request, ruleId, version);
    requireOwn(request, row);
    if (row.productId !== null) await requireAmount(request, row.productId, terms.amount);
    const view =
      takesViewAsSaved && row.viewId !== null ? await viewOf(request, row.viewId, row.currency) : {};
    const asked = { ...terms, ...view };
    const next = version + 1;
    // What allows no more than before keeps the consent.
    const isKept = row.approvedVersion === version && !isWidened(row, { ...row, ...asked });
    const consent = isKept ? { approvedVersion: next } : { approvedVersion: null, approvedBy: null };
    const [changed] = await tx
      .update(restockRules)
      .set({ ...asked, ...consent, version: next, changedBy: actor.id, updatedAt: clock.now() })
      .where(eq(restockRules.id, row.id))
      .returning();
    if (changed === undefined) throw new Error("a locked rule is gone");
    const details = { before: termsOf(row), after: termsOf(changed) };
    await record(tx, request, "restock-rule.changed", row, details);
  });
  return listRules(request);
}

/**
 * Removes a rule. What it has ordered or proposed stays.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function removeRule(
  request: MemberRequest,
  { ruleId }: { ruleId: string },
): Promise<RestockRules> {
  requirePermission(request, "rules.manage");
  await request.db.transaction(async (tx) => {
    const row = await lockRule(tx, request, ruleId, null);
    requireOwn(request, row);
    await tx.update(restockRules).set({ deletedAt: request.clock.now() }).where(eq(restockRules.id, row.id));
    await record(tx, request, "restock-rule.removed", row, { before: termsOf(row) });
  });
  return listRules(request);
}

function requireRights(request: MemberRequest, mode: RuleRow["mode"]): void {
  requirePermission(request, "rules.manage");
  if (mode !== "tell") requirePermission(request, "orders.place");
}

/** Who manages the team may change everybody's, for example of somebody who has left. */
function requireOwn(request: MemberRequest, { ownerId }: RuleRow): void {
  if (ownerId !== request.actor.id) requirePermission(request, "team.manage");
}

async function requireRoom(
  tx: Transaction,
  { environment }: MemberRequest,
  { viewId }: Pick<RuleRow, "viewId">,
): Promise<void> {
  const inUse = and(eq(restockRules.environment, environment), isNull(restockRules.deletedAt));
  const [found] = await tx
    .select({ rules: count(), views: count(restockRules.viewId) })
    .from(restockRules)
    .where(inUse);
  if ((found?.rules ?? 0) >= MOST_RULES)
    throw new AppError("conflict", "There are too many restock rules already. Remove one first.");
  if (viewId !== null && (found?.views ?? 0) >= MOST_VIEW_RULES)
    throw new AppError(
      "conflict",
      `There are ${MOST_VIEW_RULES} restock rules of views, which is the limit. Remove one first.`,
    );
}

function record(
  tx: Transaction,
  { clock, environment, actor }: MemberRequest,
  action: "restock-rule.made" | "restock-rule.changed" | "restock-rule.removed",
  { productId, viewName, ownerId }: RuleRow,
  details: Record<string, unknown>,
): Promise<void> {
  const memberId = ownerId === actor.id ? null : ownerId;
  const entry = { at: clock.now(), environment, actorId: actor.id, memberId, action };
  return recordAudit(tx, {
    ...entry,
    details: { ...(productId === null ? { view: viewName } : { productId }), ...details },
  });
}
