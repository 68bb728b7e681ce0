import "server-only";
import { and, eq } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { standsInFor } from "#server/context/standsInFor.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { approvalSteps } from "#server/db/schema/approvals.ts";
import { budgets } from "#server/db/schema/limits.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { approversAmong, type Approver } from "./approversAmong.ts";
import { currentApprovalSettings } from "./currentApprovalSettings.ts";
import { nextApprovers } from "./nextApprovers.ts";

type Waiting = Pick<typeof orders.$inferSelect, "id" | "placedBy" | "overLimit">;

/**
 * Who decides on an order beyond a soft budget that names its approvers, if this member is none of them, by name; null: the member may
 * decide, as far as the budget goes. Besides the approvers, whoever stands in for one of them may, and the next approvers once the order
 * was passed on. While none of the approvers can decide on it, those who manage the team do: no order may become one that nobody can decide on.
 */
export async function budgetDeciders(
  request: MemberRequest,
  { id, placedBy, overLimit }: Waiting,
): Promise<string[] | null> {
  const { db, environment, actor, clock } = request;
  const budgetId = overLimit?.budgetId;
  if (budgetId === undefined) return null;
  const able = await decidersOfBudget(db, request, budgetId, placedBy);
  if (able === null || able.some((each) => each.id === actor.id)) return null;
  const coversFor = await standsInFor(request, db, "orders.approve");
  if (coversFor.some((covered) => able.some((each) => each.id === covered.id))) return null;
  const isPassedOn =
    (await db.$count(
      approvalSteps,
      and(eq(approvalSteps.orderRow, id), eq(approvalSteps.step, "passed-on")),
    )) > 0;
  if (isPassedOn) {
    const { nextApprovers: named } = await currentApprovalSettings(db, environment);
    if ((await nextApprovers(db, environment, named, clock.now())).includes(actor.id)) return null;
  }
  return able.map(({ name }) => name);
}

/** Who decides for a budget on what a member asks for; null: whoever approves orders. */
async function decidersOfBudget(
  db: Database | Transaction,
  { environment }: Pick<MemberRequest, "environment">,
  budgetId: string,
  placedBy: string | null,
): Promise<Approver[] | null> {
  const [budget] = await db
    .select({ approvers: budgets.approvers })
    .from(budgets)
    .where(eq(budgets.id, budgetId));
  if (budget === undefined || budget.approvers.length === 0) return null;
  const able = (await approversAmong(db, environment, budget.approvers)).filter(({ id }) => id !== placedBy);
  if (able.length > 0) return able;
  const managers = (await approversAmong(db, environment, null)).filter(({ managesTeam }) => managesTeam);
  return managers.length > 0 ? managers : null;
}
