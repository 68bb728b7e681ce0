import "server-only";
import type { Statement, StatementQuery } from "#lib/contracts/money/statement.ts";
import { addMonths } from "#lib/time/calendarDays.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import type { Period } from "#server/wallet/acceptedBetween.ts";
import { reconcile } from "#server/wallet/reconcile.ts";
import { sumLines } from "./sumLines.ts";

/**
 * What was ordered here in a month (UTC) and accepted by the service: delivered, missing and not yet known, by currency, member,
 * product and purchase order, together with the wallet's balance over that month.
 * @throws AppError `forbidden`.
 */
export async function readStatement(request: MemberRequest, { month }: StatementQuery): Promise<Statement> {
  requirePermission(request, "wallet.read");
  const first = `${month}-01`;
  const span = {
    from: Date.parse(`${first}T00:00:00Z`),
    to: Date.parse(`${addMonths(first, 1)}T00:00:00Z`),
  };
  return { month, asOf: toIso(request.clock.now()), ...(await statementOf(request, span)) };
}

/** The same of any period, for a caller who has checked the permission. */
export async function statementOf(
  request: MemberRequest,
  span: Period,
): Promise<Pick<Statement, "groups" | "wallet">> {
  const [groups, wallet] = await Promise.all([sumLines(request, span), reconcile(request, span)]);
  return { groups, wallet };
}
