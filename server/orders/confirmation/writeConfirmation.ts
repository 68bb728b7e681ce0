import "server-only";
import type { LimitAmounts } from "#lib/contracts/limits.ts";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLine.ts";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { lockDraft, type DraftRow } from "#server/orders/drafts/draftRow.ts";
import { moveLinesToOrder, requireUnordered } from "#server/orders/drafts/orderDraftLines.ts";
import { requireAcknowledged, requireResolved } from "#server/orders/drafts/requireAcknowledged.ts";
import { findByConfirmationIn, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { writeIntent } from "#server/orders/ledger/writeIntent.ts";
import { decideOnLimits } from "#server/orders/limits/decideOnLimits.ts";
import { awaitingApproval } from "./intentRow.ts";

/** A line of the order: what is bought, and the result of the check that it comes from. */
export type IntendedLine = { intent: IntentLine; checked: CheckedLine };

export type Confirmation = {
  input: PlaceOrderRequest;
  lines: readonly IntendedLine[];
  order: OrderRow;
  /** The member's limits as they were read a moment ago; null if there were none. */
  limits: LimitAmounts | null;
};

/**
 * Writes the intent. The same transaction removes the lines from their draft (docs/architecture.md#invariants, 11) and decides
 * whether the order may be sent or has to wait for approval (docs/architecture.md#invariants, 12). An order with neither a draft
 * nor a limit is written by one statement. Returns the row as written; null when the confirmation or the code is in the ledger
 * already.
 * @throws AppError `conflict` when the lines can no longer be ordered from the draft, or may have been ordered already.
 */
export async function writeConfirmation(
  request: MemberRequest,
  confirmation: Confirmation,
): Promise<OrderRow | null> {
  const { input, order, limits } = confirmation;
  if (input.draft === undefined) {
    const intended = confirmation.lines.map(({ intent }) => intent);
    await requireResolved(request.db, request, input, intended);
  }
  if (input.draft === undefined && limits === null) {
    return (await writeIntent(request, request.db, order)) ? order : null;
  }
  return request.db.transaction(async (tx) => {
    const draft = input.draft === undefined ? null : await lockDraft(tx, request, input.draft.id);
    // The confirmation that held the lock before us may be this one, sent twice.
    if (draft !== null && (await findByConfirmationIn(tx, input.confirmationId)) !== null) return null;
    if (draft !== null) await requireOrderable(tx, request, draft, confirmation);
    const decided = limits === null ? order : await decide(tx, request, confirmation);
    const intent: OrderRow = draft === null ? decided : { ...decided, follows: draft.origin };
    if (!(await writeIntent(request, tx, intent))) return null;
    if (draft !== null) await moveLinesToOrder(tx, draft, intent, lineIdsOf(input));
    return intent;
  });
}

async function requireOrderable(
  tx: Transaction,
  request: MemberRequest,
  draft: DraftRow,
  { input, lines }: Confirmation,
): Promise<void> {
  const lineIds = lineIdsOf(input);
  await requireUnordered(
    tx,
    draft,
    lines.map(({ checked }, index) => ({ ...checked, lineId: lineIds[index] ?? "" })),
  );
  const intent = lines.map((each) => each.intent);
  await requireAcknowledged(tx, request, input, intent, draft.origin);
}

/** The order as it may be written: ready to be sent, or waiting for approval. */
async function decide(
  tx: Transaction,
  request: MemberRequest,
  { input, order }: Confirmation,
): Promise<OrderRow> {
  // Every order that is placed here has both.
  const { currency, price, createdAt } = order;
  if (currency === null || price === null) throw new Error("an order without a price");
  const overLimit = await decideOnLimits(tx, request, { currency, price, at: createdAt });
  return overLimit === null
    ? order
    : awaitingApproval(order, overLimit, input.externalOrderCode !== undefined);
}

function lineIdsOf({ lines }: PlaceOrderRequest): string[] {
  return lines.flatMap(({ lineId }) => lineId ?? []);
}
