import "server-only";
import type { MemberRequest } from "#server/context/context.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { isDeliveredCode } from "#server/orders/ledger/codeSearch.ts";

/** What a record has in place of a code that somebody searched for. */
const DELIVERED_CODE = "(a delivered code)";

/**
 * Counts the text of a filter as a search for a code, before a record tells whether it is one: whoever reads the audit log could try codes
 * in turn by exports.
 * @throws AppError `too-many`.
 */
export async function countTypedSearch(
  request: MemberRequest,
  { q = "" }: { q?: string | undefined },
): Promise<void> {
  if (q !== "") await takeFromShare(request, "codeSearch");
}

/** A filter as the audit log keeps it: that something was searched for, but never a code. */
export async function recordedFilter<Filter extends { q?: string | undefined }>(
  request: MemberRequest,
  filter: Filter,
): Promise<Filter> {
  return (await isDeliveredCode(request, filter.q ?? "")) ? { ...filter, q: DELIVERED_CODE } : filter;
}
