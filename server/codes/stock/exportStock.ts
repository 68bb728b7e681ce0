import "server-only";
import { MOST_EXPORTED, type ExportStockRequest, type Stock } from "#lib/contracts/codes/stock.ts";
import { recordExport } from "#server/audit/exportRecord.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { readStock } from "./readStock.ts";

/**
 * The rows of a file of the whole stock, recorded in the audit log (POST /api/codes/stock/export). Contains no codes.
 * @throws AppError `forbidden`; `conflict` if there are more products than a file has.
 */
export async function exportStock(request: MemberRequest, { format }: ExportStockRequest): Promise<Stock> {
  const stock = await readStock(request, { take: MOST_EXPORTED });
  if (stock.hasMore) throw new AppError("conflict", "The stock has more products than a file can have.");
  await recordExport(request, { action: "stock.exported", details: { format } });
  return stock;
}
