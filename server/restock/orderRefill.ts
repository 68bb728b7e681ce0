import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { Automation } from "#lib/contracts/orders/automation.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { isAppError, type AppError } from "#server/context/errors.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";
import { placeForOwner } from "#server/orders/automation/placeForOwner.ts";
import { findByConfirmation, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { beginRun } from "./beginRun.ts";
import { noteProblem } from "./noteProblem.ts";
import type { OpenRun, SituatedRule } from "./readSituations.ts";
import { isApproved } from "./ruleRows.ts";

/** What was not ordered within this time is decided on anew: by then, as many codes may not be needed any more. */
const TRIED_FOR = 10 * MINUTE;

/** Orders so many codes for a rule's owner: the run is durable first, and names the confirmation. */
export async function orderRefill(
  program: Program,
  situated: SituatedRule,
  { quantity, price }: { quantity: number; price: number },
): Promise<void> {
  const { rule, available, currency } = situated;
  if (available !== null && available < quantity * price) {
    const message = `The wallet has ${formatAmount(available, currency ?? "")}, and ${formatAmount(quantity * price, currency ?? "")} is needed.`;
    return noteProblem(program, situated, "wallet", message);
  }
  const at = program.clock.now();
  const run = await program.db.transaction((tx) =>
    beginRun(tx, rule, { at, mode: "order", quantity, price }),
  );
  if (run !== null) await finishRun(program, situated, run);
}

/**
 * Places the order of a run, or takes the one that the run has placed before. What can be tried again stays open for the next time; a rule that
 * may not order any more places nothing.
 */
export async function finishRun(program: Program, situated: SituatedRule, run: OpenRun): Promise<void> {
  const { rule, currency } = situated;
  const automation: Automation = {
    kind: "restock",
    id: rule.id,
    name: situated.productName ?? String(rule.productId),
  };
  const occasion = String(run.number);
  const known = await findByConfirmation(program.db, confirmationOf(automation, occasion));
  if (known !== null) return endWith(program, situated, run, known);
  const isTooLate = program.clock.now() - run.at > TRIED_FOR;
  if (isTooLate || rule.mode !== "order" || !isApproved(rule) || !situated.isOwnerAllowed)
    return forgetRun(program, run);
  try {
    const { productId, amount } = rule;
    const line = { productId, quantity: run.quantity, ...(amount === null ? {} : { price: amount }) };
    const order = await placeForOwner(program, {
      environment: rule.environment,
      ownerId: rule.ownerId,
      automation,
      permission: "rules.manage",
      occasion,
      currency: currency ?? "",
      // The sum of its day was counted with this price.
      lines: [{ ...line, maxPrice: run.price }],
    });
    await endWith(program, situated, run, order);
  } catch (error) {
    if (!isAppError(error) || canBeTriedAgain(error)) {
      program.log.warn({ rule: rule.id, error }, "A restock rule could not order now; trying again");
      return;
    }
    await end(program, run, null);
    await noteProblem(program, situated, "refused", reasonOf(error));
  }
}

const AGAIN: readonly AppError["kind"][] = [
  "service-unreachable",
  "service-failed",
  "too-many",
  "not-configured",
];

function canBeTriedAgain({ kind }: AppError): boolean {
  return AGAIN.includes(kind);
}

/** What is wrong with its line says more than that something is. */
function reasonOf({ message, details }: AppError): string {
  return details.lines?.[0]?.message ?? message;
}

async function endWith(
  program: Program,
  situated: SituatedRule,
  run: OpenRun,
  order: OrderRow,
): Promise<void> {
  await end(program, run, order.id);
  if (!NOTHING_BOUGHT.includes(order.state)) return;
  await noteProblem(program, situated, "refused", order.refusal?.message ?? "The service refused the order.");
}

/** Nothing was ordered, and nothing will be: its number is not used again. */
async function forgetRun({ db }: Program, { id }: OpenRun): Promise<void> {
  await db.delete(restockRuns).where(and(eq(restockRuns.id, id), isNull(restockRuns.endedAt)));
}

async function end({ db, clock }: Program, { id, ruleId }: OpenRun, orderRow: string | null): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(restockRuns)
      .set({ orderRow, endedAt: now })
      .where(and(eq(restockRuns.id, id), isNull(restockRuns.endedAt)))
      .returning();
    if (ended === undefined || orderRow === null) return;
    const [rule] = await tx.select().from(restockRules).where(eq(restockRules.id, ruleId));
    if (rule === undefined) return;
    await recordAudit(tx, {
      at: now,
      environment: rule.environment,
      memberId: rule.ownerId,
      action: "restock-rule.ordered",
      orderRow,
      details: { productId: rule.productId, quantity: ended.quantity },
    });
  });
}
