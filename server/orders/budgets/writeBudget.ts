import "server-only";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { MOST_BUDGETS, type BudgetInput, type BudgetsView } from "#lib/contracts/orders/budgets.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { leftOf } from "#lib/orders/limits/budgetAmounts.ts";
import { budgetPeriodAt } from "#lib/orders/limits/budgetPeriods.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { authoriseTeamChange } from "#server/context/teamAuthority.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";
import { approversAmong } from "#server/orders/deciders/approversAmong.ts";
import { budgetLock } from "./budgetLock.ts";
import { budgetTerms } from "./budgetTerms.ts";
import { countBudgets, periodUse, withCarried } from "./countBudgets.ts";
import { listBudgets } from "./listBudgets.ts";
import { openBudgets, type BudgetRow } from "./openBudgets.ts";

/**
 * Makes a budget, or replaces one, for this environment. Orders count in the budgets that covered them when they were confirmed, whatever is
 * changed here later. A hard budget cannot have less than what is used of it already. Audited with what it was before.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `validation` (a name that is taken, a member who does not
 * exist, too many budgets), `conflict` for less than is used.
 */
export async function writeBudget(
  request: MemberRequest,
  { budgetId, ...input }: BudgetInput & { budgetId?: string },
): Promise<BudgetsView> {
  requirePermission(request, "team.manage");
  requireOpenEnvironment(request);
  await requireRecentSignIn(request);
  const { environment, actor, clock, db } = request;
  const now = clock.now();
  const { closed, ...columns } = input;
  await db.transaction(async (tx) => {
    await authoriseTeamChange(tx, request);
    await lockUntilCommit(tx, JSON.stringify(budgetLock(environment)));
    const before = budgetId === undefined ? null : await readBudget(tx, request, budgetId);
    await refuseUnknown(tx, request, input, before);
    await requireApprovers(tx, request, input.approvers);
    const set = {
      ...columns,
      closedAt: closed ? (before?.closedAt ?? now) : null,
      updatedAt: now,
      updatedBy: actor.id,
    };
    const [row] =
      before === null
        ? await tx
            .insert(budgets)
            .values({ environment, createdAt: now, ...set })
            .returning()
        : await tx.update(budgets).set(set).where(eq(budgets.id, before.id)).returning();
    if (row === undefined) throw new Error("a budget that was just written is gone");
    await refuseLessThanUsed(tx, row, now);
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: actor.id,
      action: "budget.changed",
      details: { budgetId: row.id, ...input, before: before === null ? null : budgetTerms(before) },
    });
  });
  return listBudgets(request);
}

async function readBudget(tx: Transaction, { environment }: MemberRequest, id: string): Promise<BudgetRow> {
  const [row] = await tx
    .select()
    .from(budgets)
    .where(and(eq(budgets.id, id), eq(budgets.environment, environment)))
    .for("update");
  if (row === undefined) throw new AppError("not-found", "This budget was not found. Reload the page.");
  return row;
}

async function refuseUnknown(
  tx: Transaction,
  request: MemberRequest,
  input: BudgetInput,
  before: BudgetRow | null,
): Promise<void> {
  const others = (await openBudgets(tx, request)).filter(({ id }) => id !== before?.id);
  if (!input.closed && (await isNameTaken(tx, request, input.name, before))) {
    const message = `There is already a budget called “${input.name}”.`;
    throw new AppError("validation", message, { fields: { name: message } });
  }
  if (!input.closed && others.length >= MOST_BUDGETS)
    throw new AppError("validation", `Have at most ${MOST_BUDGETS} open budgets. Close one first.`);
  const ids = [...new Set([...input.members, ...input.approvers])];
  if (ids.length > 0 && (await tx.$count(members, inArray(members.id, ids))) < ids.length)
    throw new AppError("validation", "One of these members doesn't exist. Reload the page.");
}

async function requireApprovers(
  tx: Transaction,
  { environment }: MemberRequest,
  approvers: readonly string[],
): Promise<void> {
  const able = await approversAmong(tx, environment, approvers);
  if (able.length === new Set(approvers).size) return;
  const message = "One of the approvers can't approve orders here. Choose others.";
  throw new AppError("validation", message, { fields: { approvers: message } });
}

/** Compared by the database, whatever their case. */
async function isNameTaken(
  tx: Transaction,
  { environment }: MemberRequest,
  name: string,
  before: BudgetRow | null,
): Promise<boolean> {
  const taken = await tx.$count(
    budgets,
    and(
      eq(budgets.environment, environment),
      isNull(budgets.closedAt),
      sql`${budgets.nameKey} = lower(normalize(${name}::text, NFKC))`,
      before === null ? undefined : ne(budgets.id, before.id),
    ),
  );
  return taken > 0;
}

/** Otherwise more would be reserved and spent than the budget has (docs/architecture.md#invariants, 17). */
async function refuseLessThanUsed(tx: Transaction, row: BudgetRow, now: number): Promise<void> {
  const period = budgetPeriodAt(row, now);
  if (row.mode === "soft" || row.closedAt !== null || period === null) return;
  const counted = (await countBudgets(tx, [withCarried(row, period)], null)).get(row.id) ?? new Map();
  for (const currency of counted.get(period.from)?.keys() ?? []) {
    const use = periodUse(row, currency, period, counted);
    if (leftOf(use) >= 0) continue;
    const used = formatAmount(use.reserved + use.spent, currency);
    throw new AppError(
      "conflict",
      `${used} of this period are used already: give at least that, or have further orders wait for approval.`,
      { fields: { amounts: `Give at least ${used}.` } },
    );
  }
}
