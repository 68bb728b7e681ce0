import "server-only";
import { lineIdsOf } from "#lib/orders/lines/lineIdsOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { inTransaction } from "#server/db/inTransaction.ts";
import { tellNeared } from "#server/orders/budgets/tellNeared.ts";
import { lockDraft } from "#server/orders/drafts/draftRow.ts";
import { moveLinesToOrder } from "#server/orders/drafts/orderDraftLines.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { readWritten, writeIntent } from "#server/orders/ledger/writeIntent.ts";
import { decide, needsNoLock, takeLocks } from "#server/orders/rules/decide.ts";
import type { Confirmation, Intent } from "#server/orders/rules/rule.ts";
import { awaitingApproval } from "./intentRow.ts";

/**
 * Writes the intent, the record of who confirmed it and the first attempt, before the first byte is sent
 * (docs/architecture.md#invariants, 1). The same transaction decides on it by the rules, under their locks
 * (docs/architecture.md#invariants, 12), and removes the lines from their draft (docs/architecture.md#invariants, 11). An order
 * without a draft whose rules need no lock is written by one statement.
 * @returns the row as written, which may wait for approval
 * @throws AppError of the rule that refuses the order; `conflict` when the confirmation or the code is in the ledger already.
 */
export async function writeConfirmation(
  request: MemberRequest,
  confirmation: Confirmation,
): Promise<OrderRow> {
  try {
    return await lockAndWrite(request, confirmation);
  } catch (error) {
    return readWritten(request, confirmation.order, error);
  }
}

async function lockAndWrite(request: MemberRequest, confirmation: Confirmation): Promise<OrderRow> {
  const { input, rules } = confirmation;
  const { draft: from } = input;
  const intent: Intent = { ...confirmation, request, draft: null };
  if (from === undefined && needsNoLock(rules, intent)) return decideAndWrite(request.db, intent);
  return inTransaction(request.db, async (tx) => {
    const draft = from === undefined ? null : await lockDraft(tx, request, from.id);
    const locked = { ...intent, draft };
    await takeLocks(tx, rules, locked);
    const written = await decideAndWrite(tx, locked);
    await tellNeared(tx, request, written);
    if (draft !== null) await moveLinesToOrder(tx, draft, written, lineIdsOf(input.lines));
    return written;
  });
}

async function decideAndWrite(db: Database | Transaction, intent: Intent): Promise<OrderRow> {
  const { request, rules, draft, input } = intent;
  const overLimit = await decide(db, rules, intent);
  const order = { ...intent.order, follows: draft?.origin ?? null };
  const hasTypedCode = input.externalOrderCode !== undefined;
  const decided = overLimit === null ? order : awaitingApproval(order, overLimit, hasTypedCode);
  if (await writeIntent(request, db, decided)) return decided;
  throw await inLedgerAlready(db, decided);
}

async function inLedgerAlready(
  db: Database | Transaction,
  { environment, externalOrderCode: code }: OrderRow,
): Promise<AppError> {
  const other = await findByReference(db, environment, code ?? "");
  return new AppError(
    "conflict",
    `The order reference ${code} already belongs to an order. Choose another.`,
    other === null || code === null ? {} : { existingReference: code },
  );
}
