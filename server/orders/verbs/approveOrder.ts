import "server-only";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLine.ts";
import { offers } from "#lib/orders/lifecycle/states.ts";
import { counted } from "#lib/text/counts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { asDeputy } from "#server/context/standsInFor.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { requireStill } from "#server/context/requireStill.ts";
import { requireService } from "#server/context/requireService.ts";
import { AppError } from "#server/context/errors.ts";
import { requireAnotherMember } from "#server/orders/approval/requireAnotherMember.ts";
import { checkOffered } from "#server/orders/lines/checkOffered.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import type { Transaction } from "#server/db/connect.ts";
import { decide, takeLocks } from "#server/orders/rules/decide.ts";
import { STANDING_RULES } from "#server/orders/rules/rules.ts";
import { commitDecision } from "./commitDecision.ts";
import { refuseDecision } from "./refuseDecision.ts";
import { findOrAdoptOrder } from "./readOrder.ts";

const NOT_POSSIBLE = "Only an order that is waiting for approval can be approved.";

/**
 * Approves an order that waits for approval: checks it against fresh products, and leaves it to the order worker to send, like
 * any other order. If several members decide at the same time, the first decision counts.
 * @throws AppError `forbidden`, also for one's own order and that of one's own service token; `reauthentication-required`;
 * `conflict` when the order no longer waits for approval, or when its lines have changed, with what has changed.
 */
export async function approveOrder(
  request: MemberRequest,
  input: { reference: string; comment?: string | undefined },
): Promise<OrderView> {
  requirePermission(request, "orders.approve");
  await requireRecentSignIn(request);
  const row = await findOrAdoptOrder(request, input.reference);
  await requireAnotherMember(request, row);
  const approval = { action: "approve", notPossible: NOT_POSSIBLE } as const;
  if (!offers(row.state, "approve")) await refuseDecision(request, row.id, approval);
  requireService(request);
  await requireUnchanged(request, row);
  await requireStill(request, "orders.approve");
  const event = { kind: "approved" } as const;
  // Who stands in for whom may have changed while the service was asked.
  await requireAnotherMember(request, row);
  const comment = input.comment ? { comment: input.comment } : {};
  const details = { ...comment, ...(await asDeputy(request, request.db, "orders.approve")) };
  const alongside = (tx: Transaction, order: OrderRow) => requireStanding(tx, request, order);
  return orderView(request, await commitDecision(request, row, { ...approval, event, details, alongside }));
}

/** Decides on the order once more by the standing rules: what they allow may have changed since it was confirmed. */
async function requireStanding(tx: Transaction, request: MemberRequest, order: OrderRow): Promise<void> {
  const standing = { request, order };
  await takeLocks(tx, STANDING_RULES, standing);
  await decide(tx, STANDING_RULES, standing);
}

/**
 * Checks the lines of an order that waits for approval against the current products. Members approve exactly the bytes that were
 * confirmed: if the order could no longer be bought as it is, it is not approved, and somebody has to place a new one.
 * @throws AppError `conflict` with what has changed on which line.
 */
async function requireUnchanged(request: MemberRequest, { currency, lines }: OrderRow): Promise<void> {
  const asked = lines.map(({ productId, price, quantity, countryCode }) => ({
    productId,
    quantity: quantity ?? 0,
    ...(price === null ? {} : { price }),
    ...(countryCode === null ? {} : { countryCode }),
  }));
  const checked = await checkOffered(request, currency ?? "", asked);
  const changes = checked.lines.flatMap((now, index) => {
    const change = changeOf(now, asked[index], index, currency);
    return change === null ? [] : [change];
  });
  if (changes.length === 0) return;
  const what = changes.length === 1 ? "A line has" : `${counted(changes.length, "line", "lines")} have`;
  throw new AppError(
    "conflict",
    `${what} changed since this order was confirmed, so it can't be approved as it is. Nothing was sent. Decline it; whoever confirmed it can then edit it and order again.`,
    { lines: changes },
  );
}

function changeOf(
  { productId, problem, price, countryCode }: CheckedLine,
  asked: { price?: number; countryCode?: string } | undefined,
  index: number,
  currency: string | null,
): LineProblem | null {
  if (price !== null && price !== asked?.price) {
    return { index, productId, message: `The price is now ${formatAmount(price, currency)}.` };
  }
  if (countryCode !== (asked?.countryCode ?? null)) {
    return { index, productId, message: `The country is now ${countryCode ?? "not given"}.` };
  }
  return problem;
}
