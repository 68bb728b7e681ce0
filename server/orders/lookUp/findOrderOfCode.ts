import "server-only";
import { hasLostDigits, typedForms, valueForms } from "#lib/codes/searchableValue.ts";
import type { FoundCode } from "#lib/contracts/codes/lookUp.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { AppError } from "#server/context/errors.ts";
import { ordersOfCode, ordersOfSimilarCode, recordSearch } from "#server/orders/ledger/codeSearch.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";

/**
 * Finds the order of a code that somebody sends in, by its keyed fingerprint; else those of codes that may be taken for it. The answer says which order it is and nothing else
 * about the code. Recorded, without the code, before anything is answered, even when no order is found.
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
  const { found: rows, isSimilar } = await request.db.transaction(async (tx) => {
    const same = await ordersOfCode(tx, request, code);
    const found = same.length > 0 ? same : await ordersOfSimilarCode(tx, request, code);
    await recordSearch(tx, request, found);
    return { found, isSimilar: same.length === 0 && found.length > 0 };
  });
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  const orders = rows.map((row) => summaryOf(row, names));
  return { orders, isSimilar, hasLostDigits: rows.length === 0 && hasLostDigits(code) };
}
