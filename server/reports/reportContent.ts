import "server-only";
import { lte } from "drizzle-orm";
import { claimsCsv } from "#lib/claims/claimTable.ts";
import { stockCsv } from "#lib/codes/export/stockTable.ts";
import { MOST_EXPORTED } from "#lib/contracts/codes/stock.ts";
import type { ReportKind } from "#lib/contracts/reports/reportKinds.ts";
import { EXPORT_LIMITS } from "#lib/contracts/orders/orderExport.ts";
import { ordersCsv } from "#lib/orders/export/orderTable.ts";
import { filterOf, parseListAddress } from "#lib/orders/list/listAddress.ts";
import { orderFilterSchema } from "#lib/contracts/orders/order.ts";
import { budgetsCsv } from "#lib/reports/budgetTable.ts";
import { periodCsv } from "#lib/statements/statementTable.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { currentClaimTerms } from "#server/claims/claimTerms.ts";
import { selectClaims } from "#server/claims/selectClaims.ts";
import { readStock } from "#server/codes/stock/readStock.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { claims } from "#server/db/schema/claims.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";
import { readMatching } from "#server/orders/verbs/exportOrders.ts";
import { statementOf } from "#server/statements/readStatement.ts";
import type { ReportRow } from "./reportRows.ts";

type Span = { from: Instant; to: Instant };
/** A file, and how many rows it has under its heading. */
export type ReportContent = { csv: string; rows: number };

/** The most claims in one file. */
const MOST_CLAIMS_IN_FILE = 20_000;

const MAKE: Record<
  ReportKind,
  (request: MemberRequest, row: ReportRow, span: Span) => Promise<ReportContent>
> = {
  statement: async (request, { cuts }, span) => {
    requirePermission(request, "wallet.read");
    const statement = await statementOf(request, span);
    const period = { head: "Period (UTC)", text: `${toIso(span.from)} to ${toIso(span.to)}, ${cuts.zone}` };
    return { csv: periodCsv(statement, period), rows: statement.groups.currency.length };
  },
  orders: async (request, { viewQuery, cuts }, span) => {
    const orders = await ordersOf(request, viewQuery ?? "", cuts.zone, span);
    return { csv: ordersCsv(orders), rows: orders.length };
  },
  stock: async (request) => {
    const { items, hasMore } = await readStock(request, { take: MOST_EXPORTED });
    if (hasMore) throw tooMany();
    return { csv: stockCsv(items), rows: items.length };
  },
  budgets: async (request) => {
    const { budgets } = await listBudgets(request);
    return budgetsCsv(budgets);
  },
  claims: async (request, _, { to }) => {
    requirePermission(request, "codes.find");
    const { days } = await currentClaimTerms(request.db);
    const limit = MOST_CLAIMS_IN_FILE + 1;
    const rows = await selectClaims(request, days, { where: lte(claims.openedAt, to), limit });
    if (rows.length === limit) throw tooMany();
    return { csv: claimsCsv(rows), rows: rows.length };
  },
};

/**
 * The file of a report, by what its owner may see now. Never contains a code.
 * @throws AppError `forbidden`; `conflict` for more rows than a file has.
 */
export function reportContent(request: MemberRequest, row: ReportRow, span: Span): Promise<ReportContent> {
  return MAKE[row.kind](request, row, span);
}

/** The orders of a view that were placed in the period, whatever days the view itself has. */
async function ordersOf(request: MemberRequest, viewQuery: string, zone: string, { from, to }: Span) {
  requirePermission(request, "orders.read");
  const address = { ...parseListAddress(new URLSearchParams(viewQuery)), period: null, from: "", to: "" };
  const { sort = "newest", ...filter } = filterOf(address, { zone, weekStart: 0 }, to);
  const days = { from: toIso(from), to: toIso(to) };
  const wanted = orderFilterSchema.parse({ ...filter, state: filter.state?.join(","), ...days });
  const orders = await readMatching(request, wanted, { sort, take: EXPORT_LIMITS.csv + 1 });
  if (orders.length > EXPORT_LIMITS.csv) throw tooMany();
  return orders;
}

function tooMany(): AppError {
  return new AppError("conflict", "There is more than a file can have.");
}
