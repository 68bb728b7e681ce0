import "server-only";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLine.ts";
import { freeze, orderRequestOf } from "#lib/orders/lines/frozenBody.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { findTypedCode } from "#server/orders/ledger/findTypedCode.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { checkOrderable } from "#server/orders/lines/checkOrderable.ts";
import { coveringBudgets } from "#server/orders/budgets/openBudgets.ts";
import { budgetRule } from "#server/orders/rules/budgets.ts";
import type { Confirmation, IntendedLine, Rule } from "#server/orders/rules/rule.ts";
import { rulesConcerning } from "#server/orders/rules/rules.ts";
import { codeOfConfirmation } from "./codeOfConfirmation.ts";
import { intentRow, postponed } from "./intentRow.ts";

/** When the order worker makes the first attempt; `checksCodeFirst`: it is not known yet whether the typed order reference is free. */
type Postponement = { notBefore: Instant; checksCodeFirst: boolean };

/**
 * Finds out everything about a confirmation that has to be asked before it is written: whether its typed order reference is free, what
 * the service offers, and which rules may concern it.
 * @throws AppError `validation` with the problems of the lines, or for an order reference that is a delivered code; `conflict`
 * for an order reference that is in use.
 */
export async function checkConfirmation(
  request: MemberRequest,
  input: PlaceOrderRequest,
): Promise<Confirmation> {
  const checksCodeFirst = await isCodeUnknown(request, input.externalOrderCode);
  // Continues when the client disconnects: the member has confirmed the order.
  const concerning = rulesConcerning(request, input);
  const [{ lines: checked, notBefore, otherDecimals }, rules] = await Promise.all([
    checkOrderable({ ...request, signal: undefined }, input, concerning),
    concerning,
  ]);
  if (otherDecimals !== null) throw new AppError("validation", `${otherDecimals} Nothing was sent.`);
  const lines = intendedLines(checked);
  const isPostponed = notBefore !== null || checksCodeFirst;
  const later = isPostponed ? { notBefore: notBefore ?? request.clock.now(), checksCodeFirst } : null;
  const order = orderOf(request, input, lines, later);
  return { input, lines, order: { ...order, budgets: await budgetsOf(request, order, rules) }, rules };
}

/** The budgets that the order counts in, as things are now: decided on once more under the lock of their rule. */
async function budgetsOf(request: MemberRequest, order: OrderRow, rules: readonly Rule[]): Promise<string[]> {
  if (!rules.includes(budgetRule)) return [];
  const { tags, purchaseOrder, createdAt: at } = order;
  return (await coveringBudgets(request.db, request, { tags, purchaseOrder, at })).map(({ id }) => id);
}

/** @throws AppError unless the typed order reference is free, or the service cannot be asked about it now. */
async function isCodeUnknown(request: MemberRequest, typed: string | undefined): Promise<boolean> {
  if (typed === undefined) return false;
  const code = await findTypedCode(request, typed);
  if (code.is === "taken")
    throw new AppError("conflict", code.message, { existingReference: code.reference });
  if (code.is === "delivered") throw new AppError("validation", code.message);
  return code.is === "unknown";
}

function intendedLines(lines: readonly CheckedLine[]): IntendedLine[] {
  const problems = lines.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) {
    throw new AppError("validation", "Some lines can't be ordered as they are. Nothing was sent.", {
      lines: problems,
    });
  }
  return lines.map((checked) => {
    const { productId, product, price, quantity, countryCode } = checked;
    if (price === null) throw new AppError("validation", "A line has no price. Nothing was sent.");
    return {
      intent: { productId, price, quantity, countryCode },
      line: { productId, productName: product?.name ?? null, price, quantity, countryCode },
      checked,
    };
  });
}

function orderOf(
  request: MemberRequest,
  input: PlaceOrderRequest,
  lines: readonly IntendedLine[],
  later: Postponement | null,
): OrderRow {
  const code = input.externalOrderCode ?? codeOfConfirmation(input.confirmationId);
  const intents = lines.map(({ intent }) => intent);
  const body = orderRequestOf(code, sentCurrency(input.currency, lines), intents);
  if (body === null)
    throw new AppError("validation", "The total is too large to calculate exactly. Split the order.");
  const frozen = { code, price: body.price, bytes: Buffer.from(freeze(body)) };
  const sentAtOnce = intentRow(request, input, lines, frozen);
  return later === null ? sentAtOnce : postponed(sentAtOnce, later.notBefore, later.checksCodeFirst);
}

/** The currency as the service writes it for these products, which may be in small letters: it compares the two. */
function sentCurrency(currency: string, lines: readonly IntendedLine[]): string {
  for (const { checked } of lines)
    if (checked.product?.currencySpelling !== undefined) return checked.product.currencySpelling;
  return currency;
}
