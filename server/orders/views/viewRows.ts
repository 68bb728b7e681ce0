import "server-only";
import { and, eq, type SQL } from "drizzle-orm";
import { listAddressQuery, parseListAddress } from "#lib/orders/list/listAddress.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireFreeName } from "#server/context/requireFreeName.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { isDeliveredCode } from "#server/orders/ledger/codeSearch.ts";
import { countTypedSearch } from "#server/orders/search/typedCode.ts";

/** The views of the member, in this environment. */
export function ownViews({ environment, actor }: MemberRequest): SQL | undefined {
  return and(eq(orderViews.environment, environment), eq(orderViews.memberId, actor.id));
}

/** Serialises changes of one member's views, which can then neither exceed the limit nor use a name twice. */
export function lockOwnViews(tx: Transaction, { environment, actor }: MemberRequest): Promise<void> {
  return lockUntilCommit(tx, `order views ${environment} ${actor.id}`);
}

/**
 * The query as it is stored: only the parts that the page understands.
 * @throws AppError `validation` for the list without filters, and for a search for a delivered code; `too-many` for too many
 * searches for codes.
 */
export async function storedQuery(request: MemberRequest, given: string): Promise<string> {
  const address = parseListAddress(new URLSearchParams(given));
  const query = listAddressQuery(address);
  if (query === "") throw refused("Search, filter or sort first: these are all orders.");
  await countTypedSearch(request, address);
  if (await isDeliveredCode(request, address.q)) {
    throw refused("This search is a delivered code, and codes aren't stored. Remove it to save the view.");
  }
  return query;
}

function refused(message: string): AppError {
  return new AppError("validation", message, { fields: { query: message } });
}

/**
 * Refuses a name that another view of the member has. The caller holds the lock.
 * @throws AppError `conflict` with the field `name`.
 */
export function requireFreeViewName(
  tx: Transaction,
  request: MemberRequest,
  name: { name: string; except?: string },
): Promise<void> {
  return requireFreeName(tx, orderViews, {
    ...name,
    list: ownViews(request),
    message: (taken) => `You already have a view called “${taken}”.`,
  });
}
