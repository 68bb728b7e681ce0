import "server-only";
import type { BudgetLeft } from "#lib/contracts/orders/budgets.ts";
import type { PreflightRequest, PreflightResult } from "#lib/contracts/orders/placeOrder.ts";
import { beyondBudget } from "#lib/orders/limits/budgetWords.ts";
import { lineIdsOf } from "#lib/orders/lines/lineIdsOf.ts";
import { spellCurrency } from "#lib/money/currencies.ts";
import { sumMinor } from "#lib/money/minorUnits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { isAppError } from "#server/context/errors.ts";
import { toIso } from "#lib/time/instant.ts";
import { leftOfEach } from "#server/orders/budgets/budgetsLeft.ts";
import { coveringBudgets } from "#server/orders/budgets/openBudgets.ts";
import { originsOfLines } from "#server/orders/drafts/draftRow.ts";
import { findSameOrder } from "#server/orders/ledger/findSameOrder.ts";
import { findTypedCode, type TypedCode } from "#server/orders/ledger/findTypedCode.ts";
import { sumInFlight } from "#server/orders/ledger/sumInFlight.ts";
import { readExceeded } from "#server/orders/limits/readExceeded.ts";
import { checkOrderable } from "#server/orders/lines/checkOrderable.ts";

const FREE: TypedCode = { is: "free" };

/** Checks a draft against fresh products (docs/service-interface.md §4.4). Has no side effects. */
export async function preflightOrder(
  request: MemberRequest,
  given: PreflightRequest,
): Promise<PreflightResult> {
  const input = { ...given, currency: spellCurrency(given.currency) };
  requirePermission(request, "orders.place");
  const [{ lines, notBefore, otherDecimals }, code, inFlight, { origin, rows }] = await Promise.all([
    checkOrderable(request, input),
    input.externalOrderCode === undefined ? FREE : lookUpCode(request, input.externalOrderCode),
    sumInFlight(request, input.currency),
    originsOfLines(request, input.draftId, lineIdsOf(input.lines)),
  ]);
  const isDelayed = notBefore !== null || code.is === "unknown";
  const problems = lines.flatMap(({ problem }) => problem ?? []);
  const totals = lines.map(({ total }) => total);
  const price = totals.every((total) => total !== null) ? sumMinor(totals) : null;
  const orderProblems = [
    ...(otherDecimals === null ? [] : [otherDecimals]),
    ...("message" in code ? [code.message] : []),
    ...(price === null && problems.length === 0
      ? ["The total is too large to calculate exactly. Split the order."]
      : []),
  ];
  const known = lines.flatMap((line) => (line.price === null ? [] : { ...line, price: line.price }));
  const { currency } = input;
  const [recentOrder, exceeded] =
    price === null
      ? [null, null]
      : await Promise.all([
          findSameOrder(request.db, request, { currency, lines: known, origin, rows }),
          readExceeded(request.db, request, { currency, price, at: request.clock.now() }),
        ]);
  const budgets = await readBudgets(request, input);
  const beyond = budgets.filter(({ left }) => price !== null && price > left);
  for (const budget of beyond)
    if (budget.mode === "hard") orderProblems.push(beyondBudget(budget, price ?? 0));
  return {
    ok: problems.length === 0 && orderProblems.length === 0,
    currency: input.currency,
    lines: lines.map(({ problem: _problem, ...line }) => line),
    price,
    problems,
    orderProblems,
    existingReference: code.is === "taken" ? code.reference : null,
    recentOrder,
    overLimit: exceeded ?? waitFor(beyond),
    budgets,
    inFlight,
    slowedDownUntil: isDelayed ? toIso(notBefore ?? request.clock.now()) : null,
  };
}

/** Whoever has looked up too many of them learns when they order: a draft is checked with every change. */
async function lookUpCode(request: MemberRequest, code: string): Promise<TypedCode> {
  try {
    return await findTypedCode(request, code);
  } catch (error) {
    if (isAppError(error) && error.kind === "too-many") return { is: "unknown" };
    throw error;
  }
}

/** What is left of the budgets that the order would count in. */
async function readBudgets(
  request: MemberRequest,
  { currency, tags = [], purchaseOrder = "" }: PreflightRequest,
): Promise<BudgetLeft[]> {
  const at = request.clock.now();
  const covering = await coveringBudgets(request.db, request, { tags, purchaseOrder, at });
  return leftOfEach(request, covering, currency, at);
}

/** The soft budget for which the order will wait; null: it is beyond none. */
function waitFor(beyond: readonly BudgetLeft[]): PreflightResult["overLimit"] {
  const budget = beyond.find(({ mode }) => mode === "soft");
  if (budget === undefined) return null;
  const { amount, left, name, id } = budget;
  return { period: "budget", limit: amount, used: amount - left, budget: name, budgetId: id };
}
