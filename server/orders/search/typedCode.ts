import "server-only";
import { environmentSchema } from "#lib/contracts/environment.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isDeliveredCode } from "#server/orders/ledger/codeSearch.ts";

/**
 * Whether a text that somebody filters by is a delivered code, of either environment: then it must not be stored. Recorded like any
 * search for a code.
 */
export async function isTypedCode(request: MemberRequest, text: string): Promise<boolean> {
  if (text === "") return false;
  for (const environment of environmentSchema.options) {
    if (await isDeliveredCode({ ...request, environment }, text)) return true;
  }
  return false;
}

/** A filter as the audit log keeps it: that something was searched for, but never a code. */
export async function recordedFilter<Filter extends { q?: string | undefined }>(
  request: MemberRequest,
  filter: Filter,
): Promise<Filter> {
  return (await isTypedCode(request, filter.q ?? "")) ? { ...filter, q: "(a delivered code)" } : filter;
}
