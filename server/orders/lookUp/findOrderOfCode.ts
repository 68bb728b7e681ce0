import "server-only";
import { searchableValue } from "#lib/codes/searchableValue.ts";
import type { FoundCode } from "#lib/contracts/lookUp.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { AppError } from "#server/context/errors.ts";
import { ordersOfCode, recordSearch } from "#server/orders/ledger/codeSearch.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { takeFromShare } from "#server/serviceState/memberShare.ts";

/**
 * Finds the order of a code that somebody sends in, by its keyed fingerprint. The answer says which order it is and nothing else
 * about the code. Recorded, without the code, before anything is answered, even when no order is found.
 * @throws AppError `forbidden`, `validation`, `too-many`.
 */
export async function findOrderOfCode(
  request: MemberRequest,
  { code }: { code: string },
): Promise<FoundCode> {
  requirePermission(request, "codes.find");
  if (searchableValue(code) === null) {
    // The text is not repeated: it may be a code.
    throw new AppError("validation", "Paste the whole code, at least 4 characters.");
  }
  await takeFromShare(request, "codeSearch");
  const rows = await request.db.transaction(async (tx) => {
    const found = await ordersOfCode(tx, request, code);
    await recordSearch(tx, request, found);
    return found;
  });
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  return { orders: rows.map((row) => summaryOf(row, names)) };
}
