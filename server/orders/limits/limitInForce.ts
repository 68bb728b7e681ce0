import "server-only";
import { and, eq, or, sql } from "drizzle-orm";
import type { LimitAmounts } from "#lib/contracts/limits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderLimits } from "#server/db/schema/limits.ts";

/** The currency as limits and spending use it, so that another spelling cannot bypass a limit. */
export function limitCurrency(currency: string): string {
  return currency.trim().toUpperCase();
}

const { memberId, role, perOrder, perDay, perMonth } = orderLimits;

const selectLimits = (db: Database | Transaction) =>
  db
    .select({ memberId, perOrder, perDay, perMonth })
    .from(orderLimits)
    .where(
      and(
        eq(orderLimits.environment, sql.placeholder("environment")),
        eq(orderLimits.currency, sql.placeholder("currency")),
        or(eq(memberId, sql.placeholder("memberId")), eq(role, sql.placeholder("role"))),
      ),
    )
    .prepare("limits_in_force");
const limitsOutside = prepared(selectLimits);

/** What the member may spend here without approval: their own limits, otherwise those of their role. Null: there is no limit. */
export async function limitInForce(request: MemberRequest, currency: string): Promise<LimitAmounts | null> {
  return ownFirst(await limitsOutside(request.db).execute(valuesOf(request, currency)));
}

/** The same within a transaction. */
export async function limitInForceWithin(
  tx: Transaction,
  request: MemberRequest,
  currency: string,
): Promise<LimitAmounts | null> {
  return ownFirst(await selectLimits(tx).execute(valuesOf(request, currency)));
}

function valuesOf({ environment, actor }: MemberRequest, currency: string): Record<string, string> {
  return { environment, currency: limitCurrency(currency), memberId: actor.id, role: actor.role };
}

function ownFirst(rows: (LimitAmounts & { memberId: string | null })[]): LimitAmounts | null {
  return rows.find((row) => row.memberId !== null) ?? rows[0] ?? null;
}
