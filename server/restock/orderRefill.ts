import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { Automation } from "#lib/contracts/orders/automation.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { isAppError, type AppError } from "#server/context/errors.ts";
import { restockRuns } from "#server/db/schema/restock.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";
import { placeForOwner } from "#server/orders/automation/placeForOwner.ts";
import { placementRefusal } from "#server/orders/automation/placementRefusals.ts";
import { findByConfirmation, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { beginRun } from "./beginRun.ts";
import { noteProblem, type Troubled } from "./noteProblem.ts";
import type { Begun, OpenRun, SituatedRule } from "./readSituations.ts";
import { isApproved, type RuleRow } from "./ruleRows.ts";

/** What was not ordered within this time is decided on anew: by then, as many codes may not be needed any more. */
const TRIED_FOR = 10 * MINUTE;

/** Orders so many codes for a rule's owner: the run is durable first, and names the confirmation. */
export async function orderRefill(
  program: Program,
  situated: SituatedRule,
  { quantity, price }: { quantity: number; price: number },
): Promise<void> {
  const { wallet, tally, currency } = situated;
  const total = quantity * price;
  if (wallet.available !== null && wallet.available < total) {
    const message = `The wallet has ${formatAmount(wallet.available, currency ?? "")}, and ${formatAmount(total, currency ?? "")} is needed.`;
    return noteProblem(program, situated, "wallet", message);
  }
  const at = program.clock.now();
  const run = await program.db.transaction((tx) =>
    beginRun(tx, situated, { at, mode: "order", quantity, price }),
  );
  if (run === null) return;
  tally.spentToday += total;
  if (wallet.available !== null) wallet.available -= total;
  await finishRun(program, { ...situated, run, isAllowed: situated.isOwnerAllowed });
}

/**
 * Places the order of a run, or takes the one that the run has placed before. What can be tried again stays open for the next time; a rule that
 * may not order any more places nothing.
 */
export async function finishRun(program: Program, begun: Begun): Promise<void> {
  const { rule, productId, productName, currency, run } = begun;
  const name = rule.viewName ?? productName ?? String(productId);
  const automation: Automation = { kind: "restock", id: rule.id, name };
  const occasion = String(run.number);
  const known = await findByConfirmation(program.db, confirmationOf(automation, occasion));
  if (known !== null) return endWith(program, begun, known);
  const isTooLate = program.clock.now() - run.at > TRIED_FOR;
  // Another instance may be about to place the order of a rule that was stopped this moment.
  if (isStopped(rule) && !isTooLate) return;
  if (isTooLate || rule.mode !== "order" || !isApproved(rule) || !begun.isAllowed)
    return forgetRun(program, run);
  try {
    const { amount } = rule;
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
    await endWith(program, begun, order);
  } catch (error) {
    if (!isAppError(error) || placementRefusal(error) === "for-now") {
      program.log.warn({ rule: rule.id, error }, "A restock rule could not order now; trying again");
      return;
    }
    await end(program, begun, null);
    await noteProblem(program, troubled(begun), "refused", reasonOf(error));
  }
}

function isStopped({ paused, deletedAt }: RuleRow): boolean {
  return paused || deletedAt !== null;
}

/** Whether the problem is known is found out when it is noted. */
function troubled({ rule, productId, productName }: Begun): Troubled {
  return { rule, productId, productName, problem: null };
}

/** What is wrong with its line says more than that something is. */
function reasonOf({ message, details }: AppError): string {
  return details.lines?.[0]?.message ?? message;
}

async function endWith(program: Program, begun: Begun, order: OrderRow): Promise<void> {
  await end(program, begun, order.id);
  if (!NOTHING_BOUGHT.includes(order.state)) return;
  const message = order.refusal?.message ?? "The service refused the order.";
  await noteProblem(program, troubled(begun), "refused", message);
}

/** Nothing was ordered, and nothing will be: its number is not used again. */
async function forgetRun({ db }: Program, { id }: OpenRun): Promise<void> {
  await db.delete(restockRuns).where(and(eq(restockRuns.id, id), isNull(restockRuns.endedAt)));
}

async function end(
  { db, clock }: Program,
  { run, rule, productId, productName }: Begun,
  orderRow: string | null,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(restockRuns)
      .set({ orderRow, endedAt: now })
      .where(and(eq(restockRuns.id, run.id), isNull(restockRuns.endedAt)))
      .returning();
    if (ended === undefined || orderRow === null) return;
    await recordAudit(tx, {
      at: now,
      environment: rule.environment,
      memberId: rule.ownerId,
      action: "restock-rule.ordered",
      orderRow,
      details: { productId, productName, quantity: ended.quantity },
    });
  });
}
