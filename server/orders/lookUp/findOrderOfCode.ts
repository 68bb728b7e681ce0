import "server-only";
import { hasLostDigits, typedCode, typedForms, valueForms } from "#lib/codes/searchableValue.ts";
import type { FoundCode, OrderOfCode } from "#lib/contracts/codes/lookUp.ts";
import type { GroupedCodes } from "#lib/codes/groupCodes.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { AppError } from "#server/context/errors.ts";
import { ordersOfCode, ordersOfSimilarCode, recordSearch } from "#server/orders/ledger/codeSearch.ts";
import { hasCodes, memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { readListedCodes } from "./readListedCodes.ts";
import { traceCode } from "./traceCode.ts";

/**
 * Finds the order of a code that somebody sends in, by its keyed fingerprint; else those of codes that may be taken for it. The answer says which of its codes it is, to whom
 * it was handed out and who has seen it. Recorded, without the code, before anything is answered, even when no order is found.
 * @throws AppError `forbidden`, `validation`, `too-many`.
 */
export async function findOrderOfCode(
  request: MemberRequest,
  { code }: { code: string },
): Promise<FoundCode> {
  requirePermission(request, "codes.find");
  if (typedForms(code).flatMap(valueForms).length === 0) {
    // The text is not repeated: it may be a code.
    throw new AppError("validation", "Paste the whole code, at least 4 characters.");
  }
  await takeFromShare(request, "codeSearch");
  const { found, isSimilar } = await request.db.transaction(async (tx) => {
    const same = await ordersOfCode(tx, request, code);
    const rows = same.length > 0 ? same : await ordersOfSimilarCode(tx, request, code);
    await recordSearch(tx, request, rows);
    return { found: rows, isSimilar: same.length === 0 && rows.length > 0 };
  });
  return answerOf(request, code, found, isSimilar);
}

/**
 * The same for a text that was recognised as a code when it was looked up as a reference: that is recorded already.
 * @throws AppError `too-many`.
 */
export async function orderOfRecognised(request: MemberRequest, code: string): Promise<FoundCode> {
  await takeFromShare(request, "codeSearch");
  return answerOf(request, code, await ordersOfCode(request.db, request, code), false);
}

async function answerOf(
  request: MemberRequest,
  code: string,
  rows: readonly OrderRow[],
  isSimilar: boolean,
): Promise<FoundCode> {
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  const isSame = typedCode(code, isSimilar);
  const orders: OrderOfCode[] = [];
  // One after the other: there is nearly always one, and the service's rate is shared.
  for (const row of rows) {
    const listed = (await hasCodes(request.db, row)) ? await readListed(request, row) : null;
    const same = listed?.codes.find(isSame);
    orders.push({
      ...summaryOf(row, names),
      code: !listed || same === undefined ? null : await traceCode(request, row, listed, same),
    });
  }
  return { orders, isSimilar, hasLostDigits: rows.length === 0 && hasLostDigits(code) };
}

/** The order itself is known without the service. */
function readListed(request: MemberRequest, row: OrderRow): Promise<GroupedCodes | null> {
  return request.services[request.environment] === undefined
    ? Promise.resolve(null)
    : readListedCodes(request, row);
}
