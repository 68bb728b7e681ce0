import "server-only";
import { and, eq, or, sql } from "drizzle-orm";
import { ANY_OTHER_CURRENCY, type LimitAmounts } from "#lib/contracts/limits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderLimits } from "#server/db/schema/limits.ts";

/** The currency as limits and spending use it, so that another spelling cannot bypass a limit. */
export function limitCurrency(currency: string): string {
  return currency.trim().toUpperCase();
}

const { memberId, role, perOrder, perDay, perMonth } = orderLimits;
type LimitRow = LimitAmounts & { memberId: string | null; currency: string };

/** For currencies without a limit of whoever is limited at all: every order needs approval. */
const ASKS: LimitAmounts = { perOrder: 0, perDay: null, perMonth: null };

const selectLimits = (db: Database | Transaction) =>
  db
    .select({ memberId, currency: orderLimits.currency, perOrder, perDay, perMonth })
    .from(orderLimits)
    .where(
      and(
        eq(orderLimits.environment, sql.placeholder("environment")),
        or(eq(memberId, sql.placeholder("memberId")), eq(role, sql.placeholder("role"))),
      ),
    )
    .prepare("limits_in_force");
const limitsOutside = prepared(selectLimits);

/**
 * What the member may spend here without approval: their own limits in the currency, otherwise those of their role, otherwise those for any
 * other currency. Whoever is limited in some currency, and in this one by nothing, needs approval for every order: the service may sell
 * in a currency that nobody has thought of. Null: there is no limit at all.
 */
export async function limitInForce(request: MemberRequest, currency: string): Promise<LimitAmounts | null> {
  return inForce(await limitsOutside(request.db).execute(valuesOf(request)), currency);
}

/** The same within a transaction. */
export async function limitInForceWithin(
  tx: Transaction,
  request: MemberRequest,
  currency: string,
): Promise<LimitAmounts | null> {
  return inForce(await selectLimits(tx).execute(valuesOf(request)), currency);
}

function valuesOf({ environment, actor }: MemberRequest): Record<string, string> {
  return { environment, memberId: actor.id, role: actor.role };
}

function inForce(rows: readonly LimitRow[], wanted: string): LimitAmounts | null {
  const of = (code: string) => ownFirst(rows.filter((row) => row.currency === code));
  const limit = of(limitCurrency(wanted)) ?? of(ANY_OTHER_CURRENCY);
  return limit ?? (rows.length === 0 ? null : ASKS);
}

function ownFirst(rows: readonly LimitRow[]): LimitRow | undefined {
  return rows.find((row) => row.memberId !== null) ?? rows[0];
}
