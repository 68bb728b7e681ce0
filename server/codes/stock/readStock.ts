import "server-only";
import { MOST_STOCKED, type Stock } from "#lib/contracts/codes/stock.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { readCounts, type StockRow } from "./readCounts.ts";

/**
 * How many codes of each product were delivered, were handed out and are left, and who has seen those, over all orders of the environment. From
 * kept sums, and the orders to whose codes something has happened since: exact at any moment.
 * @throws AppError `forbidden`.
 */
export async function readStock(
  request: MemberRequest,
  { take = MOST_STOCKED }: { take?: number } = {},
): Promise<Stock> {
  requirePermission(request, "stock.read");
  const rows = await readCounts(request, { take: take + 2 });
  const items = rows.flatMap((row) => (row.product_id === null ? [] : [itemOf(row.product_id, row)]));
  return {
    items: items.slice(0, take),
    hasMore: items.length > take,
    unassigned: rows.find((row) => row.product_id === null)?.delivered ?? 0,
  };
}

function itemOf(productId: number, row: StockRow): Stock["items"][number] {
  const { product_name: productName, handed_out: handedOut, next_expiry: nextExpiry, ...counts } = row;
  const { delivered, untouched, revealed, exported, disputed, expired } = counts;
  return {
    productId,
    productName,
    delivered,
    handedOut,
    disputed,
    untouched,
    revealed,
    exported,
    expired,
    nextExpiry,
  };
}
